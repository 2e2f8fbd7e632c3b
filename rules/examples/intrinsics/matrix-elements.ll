; Broken: the product of floats is computed in doubles
declare <1 x double> @llvm.matrix.multiply.v1f64.v2f32.v2f32(<2 x float>, <2 x float>, i32, i32, i32)
define <1 x double> @f(<2 x float> %a, <2 x float> %b) {
  %product = call <1 x double> @llvm.matrix.multiply.v1f64.v2f32.v2f32(<2 x float> %a, <2 x float> %b, i32 1, i32 2, i32 1)
  ret <1 x double> %product
}
; Near miss: all are floats
declare <1 x float> @llvm.matrix.multiply.v1f32.v2f32.v2f32(<2 x float>, <2 x float>, i32, i32, i32)
define <1 x float> @f(<2 x float> %a, <2 x float> %b) {
  %product = call <1 x float> @llvm.matrix.multiply.v1f32.v2f32.v2f32(<2 x float> %a, <2 x float> %b, i32 1, i32 2, i32 1)
  ret <1 x float> %product
}
