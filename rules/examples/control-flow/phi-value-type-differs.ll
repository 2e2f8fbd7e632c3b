; Broken: set operand 1 of @f:#2 to @f:%b
define i32 @f(i1 %c, i32 %a, i64 %b) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  %result = phi i32 [ %a, %then ], [ 0, %entry ]
  ret i32 %result
}
; Near miss: both values have the type of the phi
define i64 @f(i1 %c, i32 %a, i64 %b) {
entry:
  br i1 %c, label %then, label %end

then:
  %wide = zext i32 %a to i64
  br label %end

end:
  %result = phi i64 [ %wide, %then ], [ %b, %entry ]
  ret i64 %result
}
