; Broken: the number of bytes is an `i64`
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !dereferenceable !0
  ret ptr %loaded
}
!0 = !{i32 8}
; Near miss: and here it is one
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !dereferenceable !0
  ret ptr %loaded
}
!0 = !{i64 8}
