; Broken: if %value is undef, the two may differ
define i1 @f(i32 %value) {
  %one = freeze i32 %value
  %other = freeze i32 %value
  %same = icmp eq i32 %one, %other
  ret i1 %same
}
; Near miss: it is frozen once
define i1 @f(i32 %value) {
  %one = freeze i32 %value
  %same = icmp eq i32 %one, %one
  ret i1 %same
}
