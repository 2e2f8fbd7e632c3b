; Broken: the branch runs before the amount of the shift is tested
define i32 @f(i32 noundef %value, i32 noundef %amount) {
  %shifted = lshr i32 %value, %amount
  %condition = icmp eq i32 %shifted, 1
  br i1 %condition, label %rare, label %common
rare:
  %is.small = icmp ult i32 %amount, 32
  br i1 %is.small, label %yes, label %common
yes:
  ret i32 1
common:
  ret i32 0
}
; Near miss: the test comes first
define i32 @f(i32 noundef %value, i32 noundef %amount) {
  %shifted = lshr i32 %value, %amount
  %is.small = icmp ult i32 %amount, 32
  br i1 %is.small, label %rare, label %common
rare:
  %condition = icmp eq i32 %shifted, 1
  br i1 %condition, label %yes, label %common
yes:
  ret i32 1
common:
  ret i32 0
}
