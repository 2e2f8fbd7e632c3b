; Broken: memory for two arguments is set up, but one is passed
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 2)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token)]
  ret void
}
; Near miss: the number next to it is passed in the usual way
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32), i32)
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x, i32 7) ["preallocated"(token %token)]
  ret void
}
