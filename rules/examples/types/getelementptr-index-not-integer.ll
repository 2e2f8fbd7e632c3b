; Broken: set operand 1 of @f:#0 to @f:%fraction
define ptr @f(ptr %base, i64 %index, float %fraction) {
  %element = getelementptr i32, ptr %base, i64 %index
  ret ptr %element
}
; Near miss: any integer type is allowed
define ptr @f(ptr %base, i3 %index) {
  %element = getelementptr i32, ptr %base, i3 %index
  ret ptr %element
}
