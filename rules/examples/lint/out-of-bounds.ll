; Broken: the array ends after 12 bytes, and this reads bytes 8 to 15
define i64 @f() {
  %array = alloca [3 x i32]
  %last = getelementptr [3 x i32], ptr %array, i64 0, i64 2
  %value = load i64, ptr %last, align 4
  ret i64 %value
}
; Near miss: the last four bytes
define i32 @f() {
  %array = alloca [3 x i32]
  %last = getelementptr [3 x i32], ptr %array, i64 0, i64 2
  %value = load i32, ptr %last
  ret i32 %value
}
