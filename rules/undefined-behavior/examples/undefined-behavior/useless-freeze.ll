; Broken: after a branch on a value, the value is defined
define i1 @f(i1 %condition) {
  br i1 %condition, label %yes, label %no
yes:
  %frozen = freeze i1 %condition
  ret i1 %frozen
no:
  ret i1 false
}
; Near miss: no branch depends on it
define i1 @f(i1 %condition) {
  %frozen = freeze i1 %condition
  ret i1 %frozen
}
; A pass needed this freeze, and another one proved later that it does nothing.
define i1 @compiled(i1 %condition) "target-cpu"="x86-64" {
  br i1 %condition, label %yes, label %no
yes:
  %frozen = freeze i1 %condition
  ret i1 %frozen
no:
  ret i1 false
}
