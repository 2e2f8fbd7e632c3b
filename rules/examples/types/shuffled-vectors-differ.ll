; Broken: set operand 1 of @f:#0 to @f:%b
define <2 x i32> @f(<2 x i32> %a, <4 x i32> %b) {
  %mixed = shufflevector <2 x i32> %a, <2 x i32> %a, <2 x i32> <i32 0, i32 3>
  ret <2 x i32> %mixed
}
; Near miss: only the result has another length
define <4 x i32> @f(<2 x i32> %a, <2 x i32> %b) {
  %mixed = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %mixed
}
