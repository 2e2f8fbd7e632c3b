; Broken: `none` is no word of `!captures`
define void @f(ptr %p, ptr %slot) {
  store ptr %p, ptr %slot, !captures !0
  ret void
}
!0 = !{!"none"}
; Near miss: these two are
define void @f(ptr %p, ptr %slot) {
  store ptr %p, ptr %slot, !captures !0
  ret void
}
!0 = !{!"address", !"read_provenance"}
