; Broken: one offset has 64 bits, the other 32
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 0}
!1 = !{!"pair", !2, i64 0, !2, i32 4}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
; Near miss: both have 64 bits
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 0}
!1 = !{!"pair", !2, i64 0, !2, i64 4}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
