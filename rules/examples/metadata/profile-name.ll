; Broken: an entry count is for functions
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"function_entry_count", i64 8}
; Near miss: a branch has weights
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 7}
