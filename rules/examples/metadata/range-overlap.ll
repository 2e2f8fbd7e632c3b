; Broken: 4 is in both ranges
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 5, i32 4, i32 8}
; Near miss: no number is in both ranges
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 4, i32 5, i32 8}
