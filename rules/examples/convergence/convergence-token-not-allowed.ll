; Broken: an anchor does not depend on a token
declare token @llvm.experimental.convergence.anchor()
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor() [ "convergencectrl"(token %outer) ]
  ret void
}
; Near miss: the anchor has no token
declare token @llvm.experimental.convergence.anchor()
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  ret void
}
