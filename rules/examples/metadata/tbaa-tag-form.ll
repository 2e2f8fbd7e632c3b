; Broken: the tag has too many operands
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !1, i64 0, i64 1, i64 4}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
; Near miss: the last operand is the constant flag
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
