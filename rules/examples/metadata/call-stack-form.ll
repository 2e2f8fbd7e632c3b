; Broken: a function is identified by number, not by name
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !callsite !0
  ret ptr %allocated
}
!0 = !{i64 11, !"main"}
; Near miss: and here it is
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !callsite !0
  ret ptr %allocated
}
!0 = !{i64 11, i64 42}
