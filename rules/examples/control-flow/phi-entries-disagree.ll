; Broken: two different values for `entry`
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %end, label %end

end:
  %result = phi i32 [ 1, %entry ], [ 2, %entry ]
  ret i32 %result
}
; Near miss: the same value for both edges
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %end, label %end

end:
  %result = phi i32 [ 1, %entry ], [ 1, %entry ]
  ret i32 %result
}
