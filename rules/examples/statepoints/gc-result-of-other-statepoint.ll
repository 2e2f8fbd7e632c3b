; Broken: the result of the first call uses the token of the second
declare i32 @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
define void @f() gc "statepoint-example" {
  %first = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %second = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call i32 @llvm.experimental.gc.result.i32(token %first) [ "token"(token %second) ]
  ret void
}
; Near miss: it uses only its own token
declare i32 @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
define void @f() gc "statepoint-example" {
  %first = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %second = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call i32 @llvm.experimental.gc.result.i32(token %first)
  ret void
}
