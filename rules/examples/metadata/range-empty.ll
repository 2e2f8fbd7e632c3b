; Broken: nothing lies from 4 up to 4
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 4, i32 4}
; Near miss: all but 4 lies from 5 around to 4
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !range !0
  ret i32 %loaded
}
!0 = !{i32 5, i32 4}
