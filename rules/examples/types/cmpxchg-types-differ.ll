; Broken: set operand 2 of @f:#0 to @f:%wide
define { i32, i1 } @f(ptr %pointer, i32 %value, i64 %wide) {
  %found = cmpxchg ptr %pointer, i32 0, i32 %value seq_cst seq_cst
  ret { i32, i1 } %found
}
; Near miss: all of one type
define { i64, i1 } @f(ptr %pointer, i64 %wide) {
  %found = cmpxchg ptr %pointer, i64 0, i64 %wide seq_cst seq_cst
  ret { i64, i1 } %found
}
