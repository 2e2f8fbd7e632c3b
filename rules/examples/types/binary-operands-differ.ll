; Broken: set operand 1 of @f:#0 to @f:%b
define i32 @f(i32 %a, i64 %b) {
  %sum = add i32 %a, %a
  ret i32 %sum
}
; Near miss: both operands are vectors of the same length
define <2 x i32> @f(<2 x i32> %a, <2 x i32> %b) {
  %sum = add <2 x i32> %a, %b
  ret <2 x i32> %sum
}
