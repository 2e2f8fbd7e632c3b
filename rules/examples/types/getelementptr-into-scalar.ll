; Broken: set operand 2 of @f:#0 to i32 0
define ptr @f(ptr %base) {
  %field = getelementptr { i32, [4 x i32] }, ptr %base, i64 0, i32 1, i64 2
  ret ptr %field
}
; Near miss: the last index selects the element of an array
define ptr @f(ptr %base) {
  %field = getelementptr { i32, [4 x i32] }, ptr %base, i64 0, i32 1, i64 2
  ret ptr %field
}
