; Broken: a weight of 0.5
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"branch_weights", i32 1, float 0.5}
; Near miss: integer weights
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"branch_weights", i32 1, i64 5000000000}
