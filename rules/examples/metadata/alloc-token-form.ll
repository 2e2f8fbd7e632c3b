; Broken: the second operand is missing
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !alloc_token !0
  ret ptr %allocated
}
!0 = !{!"Point"}
; Near miss: the type does not contain pointers
declare ptr @allocate(i64)
define ptr @f() {
  %allocated = call ptr @allocate(i64 8), !alloc_token !0
  ret ptr %allocated
}
!0 = !{!"Point", i1 false}
