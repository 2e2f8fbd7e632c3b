; Broken: the error would have to be negative
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  ret float %quotient
}
!0 = !{float -2.5}
; Near miss: it may be 2.5 units in the last place
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  ret float %quotient
}
!0 = !{float 2.5}
