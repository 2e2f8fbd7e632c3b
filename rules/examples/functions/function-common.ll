; Broken: set linkage of @f to common
define void @f() {
  ret void
}
; Near miss: the linker keeps one of several equivalent definitions
define linkonce_odr void @f() {
  ret void
}
