; Broken: the number of bytes is not an `i64`
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !dereferenceable !0
  ret ptr %loaded
}
!0 = !{i32 8}
; Near miss: it is an `i64`
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !dereferenceable !0
  ret ptr %loaded
}
!0 = !{i64 8}
