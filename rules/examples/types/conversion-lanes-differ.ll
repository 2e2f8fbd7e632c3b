; Broken: set operand 0 of @f:#0 to @f:%b
define <4 x float> @f(<4 x i32> %a, <vscale x 4 x i32> %b) {
  %floats = sitofp <4 x i32> %a to <4 x float>
  ret <4 x float> %floats
}
; Near miss: four lanes are converted to four lanes of another width
define <4 x double> @f(<4 x i32> %a) {
  %floats = sitofp <4 x i32> %a to <4 x double>
  ret <4 x double> %floats
}
