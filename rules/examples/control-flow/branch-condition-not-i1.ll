; Broken: set operand 0 of @f:#0 to @f:%a
define void @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  ret void
}
; Near miss: the number is compared first
define void @f(i1 %c, i32 %a) {
entry:
  %is_set = icmp ne i32 %a, 0
  br i1 %is_set, label %then, label %end

then:
  br label %end

end:
  ret void
}
