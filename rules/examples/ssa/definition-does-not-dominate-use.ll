; Broken: if `%c` is false, the square has not been computed
define i32 @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %end

then:
  %square = mul i32 %a, %a
  br label %end

end:
  ret i32 %square
}
; Near miss: a phi uses the square only for the predecessor `then`
define i32 @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %end

then:
  %square = mul i32 %a, %a
  br label %end

end:
  %result = phi i32 [ %square, %then ], [ 0, %entry ]
  ret i32 %result
}
