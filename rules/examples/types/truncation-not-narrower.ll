; Broken: set operand 0 of @f:#0 to @f:%b
define i32 @f(i64 %a, i32 %b) {
  %low = trunc i64 %a to i32
  ret i32 %low
}
; Near miss: one bit narrower
define i32 @f(i33 %a) {
  %low = trunc i33 %a to i32
  ret i32 %low
}
