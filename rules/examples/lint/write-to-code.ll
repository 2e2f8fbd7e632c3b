; Broken: code is in memory that may be read-only
define void @f() {
  store i8 0, ptr @f
  ret void
}
; Near miss: only the address of the function is written
define void @f(ptr %place) {
  store ptr @f, ptr %place
  ret void
}
