; Broken: set operand 0 of @f:#0 to @f:%address
define i32 @f(ptr %pointer, i64 %address) {
  %value = load i32, ptr %pointer
  ret i32 %value
}
; Near miss: the integer is converted to a pointer first
define i32 @f(i64 %address) {
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer
  ret i32 %value
}
