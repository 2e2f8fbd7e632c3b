; Broken: the pointer points nowhere
define void @f() {
  store i32 0, ptr poison
  ret void
}
; Near miss: what is stored may be undefined
define void @f(ptr %place) {
  store ptr undef, ptr %place
  ret void
}
