; Broken: the domain begins with its scope
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !alias.scope !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!1}
; Near miss: the domain is identified by a string
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !alias.scope !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = !{!"domain"}
