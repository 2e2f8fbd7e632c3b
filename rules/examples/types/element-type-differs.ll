; Broken: set operand 0 of @f:#0 to @f:%longs
define i32 @f(<2 x i32> %ints, <2 x i64> %longs) {
  %first = extractelement <2 x i32> %ints, i32 0
  ret i32 %first
}
; Near miss: narrowed after it was taken out
define i32 @f(<2 x i64> %longs) {
  %first = extractelement <2 x i64> %longs, i32 0
  %low = trunc i64 %first to i32
  ret i32 %low
}
