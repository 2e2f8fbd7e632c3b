; Broken: a negative error
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  ret float %quotient
}
!0 = !{float -2.5}
; Near miss: 2.5 ULPs
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  ret float %quotient
}
!0 = !{float 2.5}
