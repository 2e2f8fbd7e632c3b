; Broken: integers are not floating-point numbers
declare <4 x i32> @llvm.vp.fptosi.v4i32.v4i64(<4 x i64>, <4 x i1>, i32)
define <4 x i32> @f(<4 x i64> %x, <4 x i1> %mask, i32 %length) {
  %rounded = call <4 x i32> @llvm.vp.fptosi.v4i32.v4i64(<4 x i64> %x, <4 x i1> %mask, i32 %length)
  ret <4 x i32> %rounded
}
; Near miss: floating-point numbers to integers
declare <4 x i32> @llvm.vp.fptosi.v4i32.v4f64(<4 x double>, <4 x i1>, i32)
define <4 x i32> @f(<4 x double> %x, <4 x i1> %mask, i32 %length) {
  %rounded = call <4 x i32> @llvm.vp.fptosi.v4i32.v4f64(<4 x double> %x, <4 x i1> %mask, i32 %length)
  ret <4 x i32> %rounded
}
