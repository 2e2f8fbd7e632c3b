; Broken: a plain call cannot use the token
declare i32 @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
define void @f() gc "statepoint-example" {
  %first = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %second = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call i32 @callee() [ "token"(token %first) ]
  ret void
}
; Near miss: `gc.result` can
declare i32 @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
define void @f() gc "statepoint-example" {
  %first = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %second = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call i32 @llvm.experimental.gc.result.i32(token %first)
  ret void
}
