; Broken: the prefix lacks a suffix
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !mmra !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = !{!"address-space"}
; Near miss: it has a suffix
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !mmra !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = !{!"address-space", !"global"}
