; Broken: it begins at byte 16 of 16
define i32 @behind_the_end() {
  %array = alloca [4 x i32]
  %end = getelementptr i32, ptr %array, i64 4
  %element = load i32, ptr %end
  ret i32 %element
}
; Near miss: it ends with the array
define i32 @the_last_element() {
  %array = alloca [4 x i32]
  %last = getelementptr i32, ptr %array, i64 3
  store i32 7, ptr %last
  %element = load i32, ptr %last
  ret i32 %element
}
