; Broken: set operand 0 of @f:#0 to @f:%pointer
define i64 @f(double %a, ptr %pointer) {
  %bits = bitcast double %a to i64
  ret i64 %bits
}
; Near miss: `ptrtoint` converts a pointer to an integer
define i64 @f(ptr %pointer) {
  %bits = ptrtoint ptr %pointer to i64
  ret i64 %bits
}
