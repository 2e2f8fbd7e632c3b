; Broken: no address is aligned to 12 bytes
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !align !0
  ret ptr %loaded
}
!0 = !{i64 12}
; Near miss: many are to 16
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !align !0
  ret ptr %loaded
}
!0 = !{i64 16}
