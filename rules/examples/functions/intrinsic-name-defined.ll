; Broken: LLVM does not define `llvm.mine`
define void @llvm.mine() {
  ret void
}
; Near miss: the name does not begin with `llvm.`
define void @llvm_mine() {
  ret void
}
