; Broken: two tokens in one bundle
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %outer, token %inner) ]
  ret void
}
; Near miss: one token
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %inner) ]
  ret void
}
