; Broken: with --select-semantics ub-conditional, a select on poison is undefined, like a branch on poison
define i32 @f(i32 %one, i32 %other) {
  %chosen = select i1 poison, i32 %one, i32 %other
  ret i32 %chosen
}
; Near miss: the frozen condition is one or the other
define i32 @f(i32 %one, i32 %other) {
  %condition = freeze i1 poison
  %chosen = select i1 %condition, i32 %one, i32 %other
  ret i32 %chosen
}
