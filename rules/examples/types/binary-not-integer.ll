; Broken: set operand 0 of @f:#0 to @f:%b
; Broken: set operand 1 of @f:#0 to @f:%b
define i32 @f(i32 %a, float %b) {
  %masked = and i32 %a, %a
  ret i32 %masked
}
; Near miss: vectors of integers
define <4 x i1> @f(<4 x i1> %a, <4 x i1> %b) {
  %masked = and <4 x i1> %a, %b
  ret <4 x i1> %masked
}
