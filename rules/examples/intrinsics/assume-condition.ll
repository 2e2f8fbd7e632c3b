; Broken: the condition and the bundle are two assumptions
declare void @llvm.assume(i1)
define void @f(i1 %condition, ptr %p) {
  call void @llvm.assume(i1 %condition) ["nonnull"(ptr %p)]
  ret void
}
; Near miss: each has its own call
declare void @llvm.assume(i1)
define void @f(i1 %condition, ptr %p) {
  call void @llvm.assume(i1 %condition)
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p)]
  ret void
}
