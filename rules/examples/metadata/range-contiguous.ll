; Broken: the ranges are contiguous at 5
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 5, i32 5, i32 8}
; Near miss: 5 is in neither range
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 5, i32 6, i32 8}
