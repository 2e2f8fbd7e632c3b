; Broken: functions lie in memory that cannot be written
define void @f() {
  store i8 0, ptr @f
  ret void
}
; Near miss: the address of the function is written
define void @f(ptr %place) {
  store ptr @f, ptr %place
  ret void
}
