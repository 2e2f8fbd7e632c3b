; Broken: set operand 0 of @f:#0 to @f:%b
; Broken: set operand 1 of @f:#0 to @f:%b
define float @f(float %a, i32 %b) {
  %sum = fadd float %a, %a
  ret float %sum
}
; Near miss: vectors of floating-point numbers
define <vscale x 2 x bfloat> @f(<vscale x 2 x bfloat> %a) {
  %sum = fadd <vscale x 2 x bfloat> %a, %a
  ret <vscale x 2 x bfloat> %sum
}
