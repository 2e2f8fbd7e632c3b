; Broken: the inner token is used after the outer one
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %outer) ]
  call void @barrier() [ "convergencectrl"(token %inner) ]
  ret void
}
; Near miss: the outer token may be used after the inner one
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %inner) ]
  call void @barrier() [ "convergencectrl"(token %outer) ]
  ret void
}
