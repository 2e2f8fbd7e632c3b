; Broken: a string is not a bound
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, !"many"}
; Near miss: a number is
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 1000}
