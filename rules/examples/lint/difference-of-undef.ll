; Broken: the result is not 0, because each `undef` may have a different value
define i32 @f() {
  %difference = sub i32 undef, undef
  ret i32 %difference
}
; Near miss: only one operand is undefined
define i32 @f(i32 %a) {
  %difference = sub i32 %a, undef
  ret i32 %difference
}
