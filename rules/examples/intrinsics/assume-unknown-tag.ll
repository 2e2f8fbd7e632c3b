; Broken: the attribute is called `nonnull`
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["notnull"(ptr %p)]
  ret void
}
; Near miss: `ignore` replaces an assumption that is no longer needed
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p), "ignore"(ptr poison)]
  ret void
}
