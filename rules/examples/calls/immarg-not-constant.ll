; Broken: which caller is asked for is not known
declare ptr @llvm.returnaddress(i32 immarg)

define ptr @f(i32 %level) {
  %address = call ptr @llvm.returnaddress(i32 %level)
  ret ptr %address
}
; Near miss: it is known
declare ptr @llvm.returnaddress(i32 immarg)

define ptr @f() {
  %address = call ptr @llvm.returnaddress(i32 1)
  ret ptr %address
}
