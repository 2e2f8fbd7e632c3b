; Broken: `then` is the only successor of `entry`
define i32 @f(i32 %a) {
entry:
  br label %then

then:
  br label %end

end:
  %result = phi i32 [ %a, %then ], [ 0, %entry ]
  ret i32 %result
}
; Near miss: two cases of the switch lead to `end`, and each has an entry
define i32 @f(i32 %a) {
entry:
  switch i32 %a, label %then [
    i32 1, label %end
    i32 2, label %end
  ]

then:
  br label %end

end:
  %result = phi i32 [ %a, %then ], [ 0, %entry ], [ 0, %entry ]
  ret i32 %result
}
