; Broken: set operand 0 of @f:#0 to @f:%b
define <2 x i8> @f(<2 x i32> %a, <4 x i32> %b) {
  %low = trunc <2 x i32> %a to <2 x i8>
  ret <2 x i8> %low
}
; Near miss: the same number of lanes
define <4 x i8> @f(<2 x i32> %a, <4 x i32> %b) {
  %low = trunc <4 x i32> %b to <4 x i8>
  ret <4 x i8> %low
}
