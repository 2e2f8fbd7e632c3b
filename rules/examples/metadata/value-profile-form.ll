; Broken: there is no kind 3
define void @f(ptr %target) {
  call void %target(), !prof !0
  ret void
}
!0 = !{!"VP", i32 3, i64 100, i64 1234, i64 90}
; Near miss: a profile of call targets
define void @f(ptr %target) {
  call void %target(), !prof !0
  ret void
}
!0 = !{!"VP", i32 0, i64 100, i64 1234, i64 90}
