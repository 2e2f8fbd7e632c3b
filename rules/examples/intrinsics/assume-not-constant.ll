; Broken: the size is computed
declare void @llvm.assume(i1)
define void @f(ptr %p, i64 %size) {
  call void @llvm.assume(i1 true) ["dereferenceable_or_null"(ptr %p, i64 %size)]
  ret void
}
; Near miss: the size is a constant
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["dereferenceable_or_null"(ptr %p, i64 8)]
  ret void
}
