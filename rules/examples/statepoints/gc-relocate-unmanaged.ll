; Broken: the pointer is not into address space 1
declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)
define void @f(ptr %object) gc "statepoint-example" {
  %statepoint = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %object) ]
  call ptr @llvm.experimental.gc.relocate.p0(token %statepoint, i32 0, i32 0)
  ret void
}
; Near miss: this collector manages all address spaces
declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)
define void @f(ptr %object) gc "erlang" {
  %statepoint = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %object) ]
  call ptr @llvm.experimental.gc.relocate.p0(token %statepoint, i32 0, i32 0)
  ret void
}
