; Broken: the divisor was meant not to matter, but it makes the whole test undefined
define i8 @f(i8 %value) {
  %quotient = udiv i8 %value, poison
  ret i8 %quotient
}
; Near miss: an argument replaces it
define i8 @f(i8 %value, i8 %dummy) {
  %quotient = udiv i8 %value, %dummy
  ret i8 %quotient
}
