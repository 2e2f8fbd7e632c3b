; Broken: the last iteration leaves before the heart
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare i1 @condition()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  br label %header
header:
  %more = call i1 @condition()
  br i1 %more, label %body, label %exit
body:
  %round = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %group) ]
  br label %header
exit:
  ret void
}
; Near miss: every iteration executes the heart
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare i1 @condition()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  br label %header
header:
  %round = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %group) ]
  %more = call i1 @condition()
  br i1 %more, label %body, label %exit
body:
  br label %header
exit:
  ret void
}
