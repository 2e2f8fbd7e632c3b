; Broken: if `%c` is false, `%result` has no value
define i32 @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  %result = phi i32 [ %a, %then ]
  ret i32 %result
}
; Near miss: `then` is the only predecessor of `end`
define i32 @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %else

then:
  br label %end

else:
  ret i32 0

end:
  %result = phi i32 [ %a, %then ]
  ret i32 %result
}
