; Broken: is it 1 or 2 when control comes from `entry`?
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %end, label %end

end:
  %result = phi i32 [ 1, %entry ], [ 2, %entry ]
  ret i32 %result
}
; Near miss: it is 1 either way
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %end, label %end

end:
  %result = phi i32 [ 1, %entry ], [ 1, %entry ]
  ret i32 %result
}
