; Broken: an addition does not have `!range`
define i32 @f(i32 %a) {
  %sum = add i32 %a, 1, !range !0
  ret i32 %sum
}
!0 = !{i32 0, i32 10}
; Near miss: a load does
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 0, i32 10}
