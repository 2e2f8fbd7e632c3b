; Broken: the list of parts is in another module
@parts = external constant [1 x ptr]
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @f() {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @parts)
  ret void
}
; Near miss: the list of parts is here
@parts = private constant [1 x ptr] [ptr @resume]
declare void @resume(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @f() {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @parts)
  ret void
}
