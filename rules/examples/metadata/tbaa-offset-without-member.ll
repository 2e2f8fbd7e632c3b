; Broken: there is no member at offset 0
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 0}
!1 = !{!"pair", !2, i64 4, !2, i64 8}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
; Near miss: there is one at offset 4
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 4}
!1 = !{!"pair", !2, i64 4, !2, i64 8}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
