; Broken: the sum is one of its own operands
define void @f() {
entry:
  br label %loop

loop:
  %counter = add i32 %counter, 1
  br label %loop
}
; Near miss: a phi uses its value of the previous iteration
define void @f() {
entry:
  br label %loop

loop:
  %counter = phi i32 [ 0, %entry ], [ %counter, %loop ]
  br label %loop
}
