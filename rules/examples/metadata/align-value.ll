; Broken: 12 is not a power of two
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !align !0
  ret ptr %loaded
}
!0 = !{i64 12}
; Near miss: 16 is a power of two
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !align !0
  ret ptr %loaded
}
!0 = !{i64 16}
