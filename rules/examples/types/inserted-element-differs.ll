; Broken: set operand 1 of @f:#0 to @f:%wide
define <2 x i32> @f(<2 x i32> %a, i32 %b, i64 %wide) {
  %vector = insertelement <2 x i32> %a, i32 %b, i32 0
  ret <2 x i32> %vector
}
; Near miss: narrowed first
define <2 x i32> @f(<2 x i32> %a, i64 %wide) {
  %low = trunc i64 %wide to i32
  %vector = insertelement <2 x i32> %a, i32 %low, i32 0
  ret <2 x i32> %vector
}
