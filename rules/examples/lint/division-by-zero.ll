; Broken: the second lane is divided by zero
define <2 x i8> @f(<2 x i8> %a) {
  %quotient = sdiv <2 x i8> %a, <i8 1, i8 0>
  ret <2 x i8> %quotient
}
; Near miss: no lane is
define <2 x i8> @f(<2 x i8> %a) {
  %quotient = sdiv <2 x i8> %a, <i8 1, i8 -1>
  ret <2 x i8> %quotient
}
