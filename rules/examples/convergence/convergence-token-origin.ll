; Broken: `none` does not represent threads
declare void @barrier() convergent
define void @f() convergent {
  call void @barrier() [ "convergencectrl"(token none) ]
  ret void
}
; Near miss: an anchor does
declare token @llvm.experimental.convergence.anchor()
declare void @barrier() convergent
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  call void @barrier() [ "convergencectrl"(token %group) ]
  ret void
}
