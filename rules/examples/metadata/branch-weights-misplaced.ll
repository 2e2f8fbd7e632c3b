; Broken: an addition does not branch
define i32 @f(i32 %a) {
  %sum = add i32 %a, 1, !prof !0
  ret i32 %sum
}
!0 = !{!"branch_weights", i32 1, i32 2}
; Near miss: a select has two outcomes
define i32 @f(i1 %condition) {
  %chosen = select i1 %condition, i32 1, i32 2, !prof !0
  ret i32 %chosen
}
!0 = !{!"branch_weights", i32 1, i32 2}
