; Broken: whether the type has pointers is missing
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !alloc_token !0
  ret ptr %allocated
}
!0 = !{!"Point"}
; Near miss: it has none
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !alloc_token !0
  ret ptr %allocated
}
!0 = !{!"Point", i1 false}
