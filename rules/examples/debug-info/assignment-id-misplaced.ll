; Broken: a load does not assign.

define void @f(ptr %p) {
  %x = load i32, ptr %p, !DIAssignID !0
  ret void
}
!0 = distinct !DIAssignID()

; Near miss: a store does.

define void @f(ptr %p) {
  store i32 0, ptr %p, !DIAssignID !0
  ret void
}
!0 = distinct !DIAssignID()
