; Broken: the anchor is a convergent operation, too
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.entry()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  %entered = call token @llvm.experimental.convergence.entry()
  ret void
}
; Near miss: after the entry it may follow
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.entry()
define void @f() convergent {
  %entered = call token @llvm.experimental.convergence.entry()
  %group = call token @llvm.experimental.convergence.anchor()
  ret void
}
