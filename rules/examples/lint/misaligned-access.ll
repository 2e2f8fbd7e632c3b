; Broken: four bytes after an address aligned to 8, the alignment is 4
define i32 @f() {
  %pair = alloca { i32, i32 }, align 8
  %second = getelementptr { i32, i32 }, ptr %pair, i64 0, i32 1
  %value = load i32, ptr %second, align 8
  ret i32 %value
}
; Near miss: the first member has the alignment of the structure
define i32 @f() {
  %pair = alloca { i32, i32 }, align 8
  %value = load i32, ptr %pair, align 8
  ret i32 %value
}
