; Broken: set operand 0 of @f:#0 to @f:%b
; Broken: set operand 1 of @f:#0 to @f:%b
define i1 @f(float %a, i32 %b) {
  %same = fcmp oeq float %a, %a
  ret i1 %same
}
; Near miss: vectors of floating-point numbers
define <2 x i1> @f(<2 x bfloat> %a) {
  %same = fcmp oeq <2 x bfloat> %a, zeroinitializer
  ret <2 x i1> %same
}
