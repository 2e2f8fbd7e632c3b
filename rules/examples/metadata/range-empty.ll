; Broken: the range from 4 to 4
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 4, i32 4}
; Near miss: a wrapped range of all numbers except 4
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 5, i32 4}
