; Broken: a number is not an annotation
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !annotation !0
  ret i32 %loaded
}
!0 = !{!"checked", i32 2}
; Near miss: a list of strings is an annotation
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !annotation !0
  ret i32 %loaded
}
!0 = !{!"checked", !1}
!1 = !{!"by", !"hand"}
