; Broken: the second range has no upper bound
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 2, i32 8}
; Near miss: it has both bounds
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 2, i32 8, i32 9}
