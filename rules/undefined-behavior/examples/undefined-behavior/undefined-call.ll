; Broken: the callee divides by 0
define i32 @caller() {
  %quotient = call i32 @divide(i32 0)
  ret i32 %quotient
}
define internal i32 @divide(i32 noundef %divisor) {
  %quotient = sdiv i32 100, %divisor
  ret i32 %quotient
}
; Near miss: it divides by 7
define i32 @caller() {
  %quotient = call i32 @divide(i32 7)
  ret i32 %quotient
}
define internal i32 @divide(i32 noundef %divisor) {
  %quotient = sdiv i32 100, %divisor
  ret i32 %quotient
}
