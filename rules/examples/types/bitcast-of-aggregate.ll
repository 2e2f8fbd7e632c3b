; Broken: set operand 0 of @f:#0 to @f:%pair
define i64 @f(double %a, { i32, i32 } %pair) {
  %bits = bitcast double %a to i64
  ret i64 %bits
}
; Near miss: a vector is not an aggregate
define i64 @f(<2 x i32> %vector) {
  %bits = bitcast <2 x i32> %vector to i64
  ret i64 %bits
}
