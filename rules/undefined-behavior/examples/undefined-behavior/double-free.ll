; Broken: the same memory is freed twice
define void @twice(ptr %memory) {
  call void @free(ptr %memory)
  call void @free(ptr %memory)
  ret void
}
declare void @free(ptr)
; Near miss: it is freed once
define void @once(ptr %memory) {
  call void @free(ptr %memory)
  ret void
}
declare void @free(ptr)
