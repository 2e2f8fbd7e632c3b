; Broken: set operand 2 of @f:#0 to @f:%b
define i32 @f(i1 %condition, i32 %a, i64 %b) {
  %chosen = select i1 %condition, i32 %a, i32 %a
  ret i32 %chosen
}
; Near miss: widened first
define i64 @f(i1 %condition, i32 %a, i64 %b) {
  %wide = zext i32 %a to i64
  %chosen = select i1 %condition, i64 %wide, i64 %b
  ret i64 %chosen
}
