; Broken: the scope has no domain
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !alias.scope !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = distinct !{!1}
; Near miss: the scope has a domain, but no description
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !alias.scope !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
