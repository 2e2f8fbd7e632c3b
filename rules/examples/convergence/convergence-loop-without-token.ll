; Broken: the loop has no token
declare token @llvm.experimental.convergence.loop()
define void @f() convergent {
  %round = call token @llvm.experimental.convergence.loop()
  ret void
}
; Near miss: it has the token of the anchor
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
define void @f() convergent {
  %group = call token @llvm.experimental.convergence.anchor()
  br label %next
next:
  %round = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %group) ]
  ret void
}
