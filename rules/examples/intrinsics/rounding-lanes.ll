; Broken: two numbers become four
declare <4 x i64> @llvm.lrint.v4i64.v2f64(<2 x double>)
define <4 x i64> @f(<2 x double> %x) {
  %rounded = call <4 x i64> @llvm.lrint.v4i64.v2f64(<2 x double> %x)
  ret <4 x i64> %rounded
}
; Near miss: two numbers, each with fewer bits
declare <2 x i32> @llvm.lrint.v2i32.v2f64(<2 x double>)
define <2 x i32> @f(<2 x double> %x) {
  %rounded = call <2 x i32> @llvm.lrint.v2i32.v2f64(<2 x double> %x)
  ret <2 x i32> %rounded
}
