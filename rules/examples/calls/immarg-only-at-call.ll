; Broken: @g takes any number
declare void @g(i32)

define void @f() {
  call void @g(i32 immarg 7)
  ret void
}
; Near miss: the intrinsic wants a constant, and the call says so too
declare ptr @llvm.returnaddress(i32 immarg)

define ptr @f() {
  %address = call ptr @llvm.returnaddress(i32 immarg 7)
  ret ptr %address
}
