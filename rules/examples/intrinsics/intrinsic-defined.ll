; Broken: the module brings its own version of an intrinsic
define void @llvm.donothing() {
  ret void
}
define void @f() {
  call void @llvm.donothing()
  ret void
}
; Near miss: it is only declared
declare void @llvm.donothing()
define void @f() {
  call void @llvm.donothing()
  ret void
}
