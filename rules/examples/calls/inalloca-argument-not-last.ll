; Broken: a number follows the argument memory
declare void @g(...)

define void @f(ptr %memory) {
  call void (...) @g(ptr inalloca(i32) %memory, i32 7)
  ret void
}
; Near miss: nothing follows it
declare void @g(i32, ...)

define void @f(ptr %memory) {
  call void (i32, ...) @g(i32 7, ptr inalloca(i32) %memory)
  ret void
}
