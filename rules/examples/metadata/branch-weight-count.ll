; Broken: the branch has two successors
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 2, i32 3}
; Near miss: the string before the weights is not counted
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"branch_weights", !"expected", i32 1, i32 2000}
