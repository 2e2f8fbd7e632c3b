; Broken: set operand 0 of @f:#0 to @f:%fraction
define void @f(i32 %count, float %fraction) {
  %slots = alloca i8, i32 %count
  ret void
}
; Near miss: any integer is allowed
define void @f(i128 %count) {
  %slots = alloca i8, i128 %count
  ret void
}
