; Broken: the pointer is undefined
define void @f() {
  store i32 0, ptr poison
  ret void
}
; Near miss: only the stored value is undefined
define void @f(ptr %place) {
  store ptr undef, ptr %place
  ret void
}
