; Broken: set operand 0 of @f:#0 to @f:%long
define <2 x float> @f(i64 %a, i128 %long) {
  %floats = bitcast i64 %a to <2 x float>
  ret <2 x float> %floats
}
; Near miss: two times 64 bits are 128 bits
define <2 x double> @f(i128 %long) {
  %floats = bitcast i128 %long to <2 x double>
  ret <2 x double> %floats
}
