; Broken: set linkage of @f to common
define void @f() {
  ret void
}
; Near miss: functions of this name are the same, and one of them is kept
define linkonce_odr void @f() {
  ret void
}
