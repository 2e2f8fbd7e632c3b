; Broken: LLVM does not say what `llvm.mine` does
define void @llvm.mine() {
  ret void
}
; Near miss: the name only looks alike
define void @llvm_mine() {
  ret void
}
