; Broken: two hearts in one cycle
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare i1 @condition()
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  br label %header
header:
  %first = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %inner) ]
  br label %body
body:
  %second = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %outer) ]
  %again = call i1 @condition()
  br i1 %again, label %header, label %exit
exit:
  ret void
}
; Near miss: the second uses the token of the first
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare i1 @condition()
define void @f() convergent {
  %outer = call token @llvm.experimental.convergence.anchor()
  %inner = call token @llvm.experimental.convergence.anchor()
  br label %header
header:
  %first = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %inner) ]
  br label %body
body:
  %second = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %first) ]
  %again = call i1 @condition()
  br i1 %again, label %header, label %exit
exit:
  ret void
}
