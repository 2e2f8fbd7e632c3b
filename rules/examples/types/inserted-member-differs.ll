; Broken: set operand 1 of @f:#0 to @f:%wide
define { i32, i8 } @f({ i32, i8 } %pair, i32 %value, i64 %wide) {
  %changed = insertvalue { i32, i8 } %pair, i32 %value, 0
  ret { i32, i8 } %changed
}
; Near miss: a member deep inside
define { i32, { i64 } } @f({ i32, { i64 } } %pair, i64 %wide) {
  %changed = insertvalue { i32, { i64 } } %pair, i64 %wide, 1, 0
  ret { i32, { i64 } } %changed
}
