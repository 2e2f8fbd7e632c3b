; Broken: the access type is a structure
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !1, i64 0}
!1 = !{!"pair", !2, i64 0, !2, i64 4}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
; Near miss: the access type is its second member
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 4}
!1 = !{!"pair", !2, i64 0, !2, i64 4}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
