; Broken: one barrier takes a token, the other takes none
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %group) ]
  call void @barrier()
  ret void
}
; Near miss: here, both do
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %group) ]
  call void @barrier() [ "convergencectrl"(token %group) ]
  ret void
}
