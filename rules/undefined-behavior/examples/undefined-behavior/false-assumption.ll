; Broken: it is not true
declare void @llvm.assume(i1)
define void @f() {
  call void @llvm.assume(i1 false)
  ret void
}
; Near miss: it may be
declare void @llvm.assume(i1)
define void @f(i1 %condition) {
  call void @llvm.assume(i1 %condition)
  ret void
}
