; Broken: the string for the behaviour is missing
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !memprof !0
  ret ptr %allocated
}
!0 = !{!1}
!1 = !{!2, !3}
!2 = !{i64 11, i64 42}
!3 = !{i64 99, i64 400}
; Near miss: the memory is cold
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !memprof !0
  ret ptr %allocated
}
!0 = !{!1}
!1 = !{!2, !"cold", !3}
!2 = !{i64 11, i64 42}
!3 = !{i64 99, i64 400}
