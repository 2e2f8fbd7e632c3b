; Broken: the parameter of @g is not `immarg`
declare void @g(i32)

define void @f() {
  call void @g(i32 immarg 7)
  ret void
}
; Near miss: the parameter of the intrinsic is `immarg`, and so is the argument
declare ptr @llvm.returnaddress(i32 immarg)

define ptr @f() {
  %address = call ptr @llvm.returnaddress(i32 immarg 7)
  ret ptr %address
}
