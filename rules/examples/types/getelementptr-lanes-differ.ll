; Broken: set operand 1 of @f:#0 to @f:%two
define <4 x ptr> @f(<4 x ptr> %base, <4 x i64> %four, <2 x i64> %two) {
  %next = getelementptr i32, <4 x ptr> %base, <4 x i64> %four
  ret <4 x ptr> %next
}
; Near miss: a scalar operand applies to all lanes
define <4 x ptr> @f(ptr %base, <4 x i64> %four) {
  %next = getelementptr [8 x i32], ptr %base, i64 1, <4 x i64> %four
  ret <4 x ptr> %next
}
