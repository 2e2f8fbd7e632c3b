; Broken: a variable was not allocated
define void @a_variable() {
  %variable = alloca i32
  call void @free(ptr %variable)
  ret void
}
declare void @free(ptr)
; Near miss: the memory was allocated
define void @what_was_allocated() {
  %memory = call ptr @malloc(i64 4)
  call void @free(ptr %memory)
  ret void
}
declare ptr @malloc(i64)
declare void @free(ptr)
