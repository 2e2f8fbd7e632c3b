; Broken: a number comes after the memory of the arguments
declare void @g(...)

define void @f(ptr %memory) {
  call void (...) @g(ptr inalloca(i32) %memory, i32 7)
  ret void
}
; Near miss: nothing comes after it
declare void @g(i32, ...)

define void @f(ptr %memory) {
  call void (i32, ...) @g(i32 7, ptr inalloca(i32) %memory)
  ret void
}
