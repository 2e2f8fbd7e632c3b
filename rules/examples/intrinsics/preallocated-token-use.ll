; Broken: the call does not say for which arguments it is prepared
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %other = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token), "deopt"(token %other)]
  ret void
}
; Near miss: the bundle contains the token
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token)]
  ret void
}
