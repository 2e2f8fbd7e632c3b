; Broken: set operand 0 of @f:#0 to @f:%b
define i64 @f(i64 %a, i32 %b) {
  ret i64 %a
}
; Near miss: the value is extended
define i64 @f(i64 %a, i32 %b) {
  %wide = sext i32 %b to i64
  ret i64 %wide
}
