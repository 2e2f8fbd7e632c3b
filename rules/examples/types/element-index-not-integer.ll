; Broken: set operand 1 of @f:#0 to @f:%b
define i32 @f(<2 x i32> %a, float %b) {
  %element = extractelement <2 x i32> %a, i32 0
  ret i32 %element
}
; Near miss: any integer type is allowed
define i32 @f(<2 x i32> %a, i7 %b) {
  %element = extractelement <2 x i32> %a, i7 %b
  ret i32 %element
}
