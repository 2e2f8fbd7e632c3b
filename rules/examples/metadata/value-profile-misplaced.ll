; Broken: a load does not have a target
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !prof !0
  ret ptr %loaded
}
!0 = !{!"VP", i32 0, i64 100, i64 1234, i64 90}
; Near miss: a load can have a virtual table
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !prof !0
  ret ptr %loaded
}
!0 = !{!"VP", i32 2, i64 100, i64 1234, i64 90}
