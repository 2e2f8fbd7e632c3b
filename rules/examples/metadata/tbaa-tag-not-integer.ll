; Broken: the constant flag is neither 0 nor 1
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !1, i64 0, i64 2}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
; Near miss: the constant flag is 1
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !tbaa !0
  ret i32 %loaded
}
!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
