; Broken: the condition is poison in every execution
define i32 @f(i32 %value) {
  %shifted = shl i32 %value, 32
  %condition = icmp eq i32 %shifted, 0
  br i1 %condition, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
; Near miss: whatever the frozen value is, all uses have the same one
define i32 @f(i32 %value) {
  %shifted = shl i32 %value, 32
  %frozen = freeze i32 %shifted
  %condition = icmp eq i32 %frozen, 0
  br i1 %condition, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
