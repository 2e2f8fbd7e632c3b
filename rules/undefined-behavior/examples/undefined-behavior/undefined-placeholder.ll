; Broken: the divisor does not matter to the test, but now the test has no behaviour at all
define i8 @f(i8 %value) {
  %quotient = udiv i8 %value, poison
  ret i8 %quotient
}
; Near miss: an argument takes its place
define i8 @f(i8 %value, i8 %dummy) {
  %quotient = udiv i8 %value, %dummy
  ret i8 %quotient
}
