; Broken: no call was set up
declare void @llvm.call.preallocated.teardown(token)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @f() {
  %token = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  call void @llvm.call.preallocated.teardown(token %token)
  ret void
}
; Near miss: a call was set up and torn down
declare token @llvm.call.preallocated.setup(i32)
declare void @llvm.call.preallocated.teardown(token)
define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  call void @llvm.call.preallocated.teardown(token %token)
  ret void
}
