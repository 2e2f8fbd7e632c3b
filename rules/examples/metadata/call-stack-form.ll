; Broken: a call is identified by a number, not by a name
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !callsite !0
  ret ptr %allocated
}
!0 = !{i64 11, !"main"}
; Near miss: it is a number
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !callsite !0
  ret ptr %allocated
}
!0 = !{i64 11, i64 42}
