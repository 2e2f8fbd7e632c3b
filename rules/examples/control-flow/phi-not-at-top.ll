; Broken: the sum is between the phis
define i32 @f(i32 %a) {
entry:
  br label %end

end:
  %one = phi i32 [ %a, %entry ]
  %sum = add i32 %one, 1
  %other = phi i32 [ 0, %entry ]
  ret i32 %sum
}
; Near miss: the sum is after the phis
define i32 @f(i32 %a) {
entry:
  br label %end

end:
  %one = phi i32 [ %a, %entry ]
  %other = phi i32 [ 0, %entry ]
  %sum = add i32 %one, 1
  ret i32 %sum
}
