; Broken: set operand 1 of @f:#0 to @f:%b
define i1 @f(i32 %a, i64 %b) {
  %less = icmp slt i32 %a, %a
  ret i1 %less
}
; Near miss: widened first
define i1 @f(i32 %a, i64 %b) {
  %wide = sext i32 %a to i64
  %less = icmp slt i64 %wide, %b
  ret i1 %less
}
