; Broken: set operand 0 of @f:#0 to @f:%wide
define i32 @f(i32 %value, i64 %wide) {
  %frozen = freeze i32 %value
  ret i32 %frozen
}
; Near miss: frozen as it is
define i64 @f(i64 %wide) {
  %frozen = freeze i64 %wide
  ret i64 %frozen
}
