; Broken: set operand 0 of @f:#0 to @f:%b
define i32 @f(<2 x i32> %a, i32 %b) {
  %element = extractelement <2 x i32> %a, i32 0
  ret i32 %element
}
; Near miss: a vector of one lane is a vector
define i32 @f(<1 x i32> %a) {
  %element = extractelement <1 x i32> %a, i32 0
  ret i32 %element
}
