; Broken: `none` is not allowed in `!captures`
define void @f(ptr %p, ptr %slot) {
  store ptr %p, ptr %slot, !captures !0
  ret void
}
!0 = !{!"none"}
; Near miss: two components
define void @f(ptr %p, ptr %slot) {
  store ptr %p, ptr %slot, !captures !0
  ret void
}
!0 = !{!"address", !"read_provenance"}
