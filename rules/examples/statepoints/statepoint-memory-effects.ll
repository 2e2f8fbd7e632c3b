; Broken: the collector writes to memory
declare void @callee(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
define void @f(ptr %p) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void (ptr)) @callee, i32 1, i32 0, ptr %p, i32 0, i32 0) memory(read)
  ret void
}
; Near miss: it can read all memory, and write argument memory
declare void @callee(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
define void @f(ptr %p) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void (ptr)) @callee, i32 1, i32 0, ptr %p, i32 0, i32 0) memory(read, argmem: readwrite)
  ret void
}
