; Broken: a pointer cannot refer to an intrinsic
define void @f(ptr %p) {
  %token = call token %p()
  ret void
}
; Near miss: an intrinsic that returns a token
declare token @llvm.call.preallocated.setup(i32)

define void @f() {
  %token = call token @llvm.call.preallocated.setup(i32 0)
  ret void
}
