; Broken: six registers do not hold a matrix of format 0, with 8 bits for each element
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v6i32.v6i32(<6 x i32>, <6 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
define <4 x float> @f(<6 x i32> %a, <6 x i32> %b, <4 x float> %c) {
  %product = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v6i32.v6i32(<6 x i32> %a, <6 x i32> %b, <4 x float> %c, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0)
  ret <4 x float> %product
}
; Near miss: six registers hold matrices of formats 2 and 3, with 6 bits for each element
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v6i32.v6i32(<6 x i32>, <6 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
define <4 x float> @f(<6 x i32> %a, <6 x i32> %b, <4 x float> %c) {
  %product = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v6i32.v6i32(<6 x i32> %a, <6 x i32> %b, <4 x float> %c, i32 3, i32 2, i32 0, i32 0, i32 0, i32 0)
  ret <4 x float> %product
}
