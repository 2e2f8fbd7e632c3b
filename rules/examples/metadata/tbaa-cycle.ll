; Broken: two structures contain each other
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 0}
!1 = !{!"node", !4, i64 0}
!4 = !{!"next", !1, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
; Near miss: only one contains the other
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 0}
!1 = !{!"node", !4, i64 0}
!4 = !{!"next", !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
