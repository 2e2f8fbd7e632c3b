; Broken: the anchor is a convergent operation before the entry
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.entry()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  %entered = call token @llvm.experimental.convergence.entry()
  ret void
}
; Near miss: the anchor follows the entry
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.entry()
define void @f() convergent {
  %entered = call token @llvm.experimental.convergence.entry()
  %group = call token @llvm.experimental.convergence.anchor()
  ret void
}
