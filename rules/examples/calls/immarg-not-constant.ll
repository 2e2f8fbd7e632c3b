; Broken: the level is not a constant
declare ptr @llvm.returnaddress(i32 immarg)

define ptr @f(i32 %level) {
  %address = call ptr @llvm.returnaddress(i32 %level)
  ret ptr %address
}
; Near miss: the level is a constant
declare ptr @llvm.returnaddress(i32 immarg)

define ptr @f() {
  %address = call ptr @llvm.returnaddress(i32 1)
  ret ptr %address
}
