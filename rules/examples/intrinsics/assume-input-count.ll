; Broken: the alignment is missing
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["align"(ptr %p)]
  ret void
}
; Near miss: four bytes after it, the address is aligned to 16 bytes
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i64 16, i64 4), "cold"()]
  ret void
}
