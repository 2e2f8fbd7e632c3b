; Broken: the member at offset 4 is a `float`
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 4}
!1 = !{!"pair", !2, i64 0, !4, i64 4}
!2 = !{!"int", !3, i64 0}
!4 = !{!"float", !3, i64 0}
!3 = !{!"root"}
; Near miss: the member at offset 0 is an `int`
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !2, i64 0}
!1 = !{!"pair", !2, i64 0, !4, i64 4}
!2 = !{!"int", !3, i64 0}
!4 = !{!"float", !3, i64 0}
!3 = !{!"root"}
