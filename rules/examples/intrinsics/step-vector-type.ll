; Broken: seven bits
declare <4 x i7> @llvm.stepvector.v4i7()
define <4 x i7> @f() {
  %steps = call <4 x i7> @llvm.stepvector.v4i7()
  ret <4 x i7> %steps
}
; Near miss: eight bits
declare <4 x i8> @llvm.stepvector.v4i8()
define <4 x i8> @f() {
  %steps = call <4 x i8> @llvm.stepvector.v4i8()
  ret <4 x i8> %steps
}
