; Broken: there is only an argument 0
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 1) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token)]
  ret void
}
; Near miss: there is an argument 1
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32), ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 2)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  %y = call ptr @llvm.call.preallocated.arg(token %token, i32 1) preallocated(i32)
  call void @g(ptr preallocated(i32) %x, ptr preallocated(i32) %y) ["preallocated"(token %token)]
  ret void
}
