; Broken: one barrier has a token, the other does not
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %group) ]
  call void @barrier()
  ret void
}
; Near miss: both have a token
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %group) ]
  call void @barrier() [ "convergencectrl"(token %group) ]
  ret void
}
