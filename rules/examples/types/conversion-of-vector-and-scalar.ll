; Broken: set operand 0 of @f:#0 to @f:%b
define i64 @f(i32 %a, <2 x i32> %b) {
  %wide = zext i32 %a to i64
  ret i64 %wide
}
; Near miss: both are vectors
define <2 x i64> @f(i32 %a, <2 x i32> %b) {
  %wide = zext <2 x i32> %b to <2 x i64>
  ret <2 x i64> %wide
}
