; Broken: set operand 0 of @f:#0 to @f:%b
; Broken: set operand 1 of @f:#0 to @f:%b
define i32 @f(i32 %a, i64 %b) {
  %sum = add i32 %a, %a
  ret i32 %sum
}
; Near miss: two 64-bit operands, and the result is as wide as they are
define i64 @f(i64 %a, i64 %b) {
  %sum = add i64 %a, %b
  ret i64 %sum
}
