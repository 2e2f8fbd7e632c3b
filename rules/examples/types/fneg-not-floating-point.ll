; Broken: set operand 0 of @f:#0 to @f:%b
define float @f(float %a, i32 %b) {
  %negated = fneg float %a
  ret float %negated
}
; Near miss: a vector of floating-point numbers
define <2 x half> @f(<2 x half> %a) {
  %negated = fneg <2 x half> %a
  ret <2 x half> %negated
}
