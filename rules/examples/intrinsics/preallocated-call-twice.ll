; Broken: two calls with the same arguments
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token)]
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token)]
  ret void
}
; Near miss: each call has its own arguments
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %token)]
  %second = call token @llvm.call.preallocated.setup(i32 1)
  %y = call ptr @llvm.call.preallocated.arg(token %second, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %y) ["preallocated"(token %second)]
  ret void
}
