; Broken: the value has 32 bits, but its bounds have 64
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i64 0, i64 10}
; Near miss: the bounds have the element type
define <4 x i32> @f(ptr %p) {
  %loaded = load <4 x i32>, ptr %p, !range !0
  ret <4 x i32> %loaded
}
!0 = !{i32 0, i32 10}
