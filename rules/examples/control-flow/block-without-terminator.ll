; Broken: erase @f:#1
define void @f(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; Near miss: the block ends with a terminator
define void @f(ptr %p) {
  store i32 0, ptr %p
  unreachable
}
