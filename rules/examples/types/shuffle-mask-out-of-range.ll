; Broken: set operand 0 of @f:#0 to @f:%short
; Broken: set operand 1 of @f:#0 to @f:%short
define <2 x i32> @f(<4 x i32> %a, <2 x i32> %short) {
  %mixed = shufflevector <4 x i32> %a, <4 x i32> %a, <2 x i32> <i32 0, i32 7>
  ret <2 x i32> %mixed
}
; Near miss: two vectors of two lanes have the lanes 0 to 3
define <2 x i32> @f(<2 x i32> %short) {
  %mixed = shufflevector <2 x i32> %short, <2 x i32> %short, <2 x i32> <i32 0, i32 3>
  ret <2 x i32> %mixed
}
