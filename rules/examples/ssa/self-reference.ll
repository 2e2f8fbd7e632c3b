; Broken: the counter would have to be known to count it up
define void @f() {
entry:
  br label %loop

loop:
  %counter = add i32 %counter, 1
  br label %loop
}
; Near miss: a phi stands between one round of the loop and the next
define void @f() {
entry:
  br label %loop

loop:
  %counter = phi i32 [ 0, %entry ], [ %counter, %loop ]
  br label %loop
}
