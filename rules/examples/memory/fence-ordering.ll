; Broken: set ordering of @f:#0 to monotonic
define void @f() {
  fence acquire
  ret void
}
; Near miss: acquire and release
define void @f() {
  fence acq_rel
  ret void
}
