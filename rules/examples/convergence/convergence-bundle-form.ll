; Broken: two tokens in a bundle
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %outer, token %inner) ]
  ret void
}
; Near miss: here it is one
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %inner) ]
  ret void
}
