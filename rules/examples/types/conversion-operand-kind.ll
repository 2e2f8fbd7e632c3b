; Broken: set operand 0 of @f:#0 to @f:%b
define i32 @f(i64 %a, double %b) {
  %low = trunc i64 %a to i32
  ret i32 %low
}
; Near miss: `fptosi` converts a floating-point number
define i32 @f(i64 %a, double %b) {
  %rounded = fptosi double %b to i32
  ret i32 %rounded
}
