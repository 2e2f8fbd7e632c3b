; Broken: the divisor is 0
define i32 @f(i32 %value) {
  %none = and i32 %value, 0
  %quotient = udiv i32 %value, %none
  ret i32 %quotient
}
; Near miss: the divisor is 0 only if the argument is
define i32 @f(i32 %value) {
  %some = and i32 %value, 1
  %quotient = udiv i32 %value, %some
  ret i32 %quotient
}
