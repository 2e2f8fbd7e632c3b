; Broken: the function is not convergent
declare token @llvm.experimental.convergence.entry()
declare void @barrier() convergent
define void @f() {
  %entered = call token @llvm.experimental.convergence.entry()
  call void @barrier() [ "convergencectrl"(token %entered) ]
  ret void
}
; Near miss: the function is convergent
declare token @llvm.experimental.convergence.entry()
declare void @barrier() convergent
define void @f() convergent {
  %entered = call token @llvm.experimental.convergence.entry()
  call void @barrier() [ "convergencectrl"(token %entered) ]
  ret void
}
