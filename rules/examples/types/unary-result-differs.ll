; Broken: set operand 0 of @f:#0 to @f:%b
define float @f(float %a, double %b) {
  %negated = fneg float %a
  ret float %negated
}
; Near miss: the operand and the result are both doubles
define double @f(float %a, double %b) {
  %negated = fneg double %b
  ret double %negated
}
