; Broken: set operand 2 of @f:#0 to @f:%index
define ptr @f(ptr %base, i32 %index) {
  %field = getelementptr { i32, i64 }, ptr %base, i64 0, i32 1
  ret ptr %field
}
; Near miss: all elements of an array have the same type
define ptr @f(ptr %base, i32 %index) {
  %element = getelementptr [2 x i64], ptr %base, i64 0, i32 %index
  ret ptr %element
}
