; Broken: -8 is less than 5
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 5, i32 8, i32 -8, i32 -5}
; Near miss: -8 is before 5
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 -8, i32 -5, i32 5, i32 8}
