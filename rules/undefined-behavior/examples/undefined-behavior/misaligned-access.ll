; Broken: 2 bytes after a multiple of 4 is not a multiple of 4
define i32 @two_bytes_behind() {
  %words = alloca [2 x i32], align 4
  %between = getelementptr i8, ptr %words, i64 2
  store i32 7, ptr %between, align 4
  ret i32 0
}
; Near miss: it requires less
define i32 @said_to_be_unaligned() {
  %words = alloca [2 x i32], align 4
  %between = getelementptr i8, ptr %words, i64 2
  store i32 7, ptr %between, align 2
  ret i32 0
}
