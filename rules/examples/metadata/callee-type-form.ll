; Broken: the type identifier is not generalized
define void @f(ptr %target) {
  call void %target(), !callee_type !0
  ret void
}
!0 = !{!1}
!1 = !{i64 0, !"_ZTSFvvE"}
; Near miss: it is generalized
define void @f(ptr %target) {
  call void %target(), !callee_type !0
  ret void
}
!0 = !{!1}
!1 = !{i64 0, !"_ZTSFvvE.generalized"}
