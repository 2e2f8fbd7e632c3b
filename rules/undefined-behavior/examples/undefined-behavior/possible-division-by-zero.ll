; Broken: the divisor is 0 on one path
declare void @g()
define i32 @f(i32 noundef %n) {
  %is.zero = icmp eq i32 %n, 0
  br i1 %is.zero, label %yes, label %join
yes:
  call void @g()
  br label %join
join:
  %quotient = sdiv i32 100, %n
  ret i32 %quotient
}
; Near miss: on this path, it is 1
declare void @g()
define i32 @f(i32 noundef %n) {
  %is.zero = icmp eq i32 %n, 0
  br i1 %is.zero, label %yes, label %join
yes:
  call void @g()
  br label %join
join:
  %divisor = phi i32 [ 1, %yes ], [ %n, %0 ]
  %quotient = sdiv i32 100, %divisor
  ret i32 %quotient
}
