; Broken: the memory is freed first
define i32 @freed_before(ptr %number) {
  call void @free(ptr %number)
  %value = load i32, ptr %number
  ret i32 %value
}
declare void @free(ptr)
; Near miss: it is freed afterwards
define i32 @freed_behind(ptr %number) {
  %value = load i32, ptr %number
  call void @free(ptr %number)
  ret i32 %value
}
declare void @free(ptr)
