; Broken: this is not 0, since each `undef` may be another number
define i32 @f() {
  %difference = sub i32 undef, undef
  ret i32 %difference
}
; Near miss: only one of them is undefined
define i32 @f(i32 %a) {
  %difference = sub i32 %a, undef
  ret i32 %difference
}
