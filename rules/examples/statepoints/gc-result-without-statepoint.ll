; Broken: there is no statepoint
declare i32 @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
define void @f() gc "statepoint-example" {
  call i32 @llvm.experimental.gc.result.i32(token none)
  ret void
}
; Near miss: the token of a statepoint
declare i32 @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
define void @f() gc "statepoint-example" {
  %statepoint = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call i32 @llvm.experimental.gc.result.i32(token %statepoint)
  ret void
}
