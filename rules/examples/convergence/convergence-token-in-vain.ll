; Broken: an anchor takes whatever threads there are
declare token @llvm.experimental.convergence.anchor()
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor() [ "convergencectrl"(token %outer) ]
  ret void
}
; Near miss: so it takes no token
declare token @llvm.experimental.convergence.anchor()
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  ret void
}
