; Broken: the callee is variadic
declare void @callee(ptr, ...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
define void @f(ptr %p) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void (ptr, ...)) @callee, i32 1, i32 0, ptr sret(i32) %p, i32 0, i32 0)
  ret void
}
; Near miss: the callee is not variadic
declare void @callee(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
define void @f(ptr %p) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void (ptr)) @callee, i32 1, i32 0, ptr sret(i32) %p, i32 0, i32 0)
  ret void
}
