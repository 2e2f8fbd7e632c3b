; Broken: a size in floating point
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, float 8.0)]
  ret void
}
; Near miss: a size that is computed
declare void @llvm.assume(i1)
define void @f(ptr %p, i64 %size) {
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 %size)]
  ret void
}
