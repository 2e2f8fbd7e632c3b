; Broken: set operand 0 of @f:#0 to @f:%address
define ptr @f(ptr %base, i64 %address) {
  %next = getelementptr i32, ptr %base, i64 1
  ret ptr %next
}
; Near miss: `inttoptr` converts the integer first
define ptr @f(i64 %address) {
  %base = inttoptr i64 %address to ptr
  %next = getelementptr i32, ptr %base, i64 1
  ret ptr %next
}
