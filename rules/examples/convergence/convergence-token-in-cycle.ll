; Broken: each iteration can execute the barrier with other threads
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @barrier() convergent
declare i1 @condition()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  br label %header
header:
  call void @barrier() [ "convergencectrl"(token %group) ]
  %again = call i1 @condition()
  br i1 %again, label %header, label %exit
exit:
  ret void
}
; Near miss: `convergence.loop` separates the iterations
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @barrier() convergent
declare i1 @condition()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  br label %header
header:
  %round = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %group) ]
  call void @barrier() [ "convergencectrl"(token %round) ]
  %again = call i1 @condition()
  br i1 %again, label %header, label %exit
exit:
  ret void
}
