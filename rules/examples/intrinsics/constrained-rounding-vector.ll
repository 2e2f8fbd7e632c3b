; Broken: a vector of numbers
declare <2 x i32> @llvm.experimental.constrained.lround.v2i32.v2f32(<2 x float>, metadata)
define <2 x i32> @f(<2 x float> %x) strictfp {
  %rounded = call <2 x i32> @llvm.experimental.constrained.lround.v2i32.v2f32(<2 x float> %x, metadata !"fpexcept.strict") strictfp
  ret <2 x i32> %rounded
}
; Near miss: one number
declare i32 @llvm.experimental.constrained.lround.i32.f32(float, metadata)
define i32 @f(float %x) strictfp {
  %rounded = call i32 @llvm.experimental.constrained.lround.i32.f32(float %x, metadata !"fpexcept.strict") strictfp
  ret i32 %rounded
}
