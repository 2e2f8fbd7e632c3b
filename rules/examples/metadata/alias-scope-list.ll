; Broken: a string is not a scope
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !noalias !0
  ret i32 %loaded
}
!0 = !{!"scope"}
; Near miss: a node is a scope
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !noalias !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = distinct !{!1, !2, !"scope"}
!2 = distinct !{!2, !"domain"}
