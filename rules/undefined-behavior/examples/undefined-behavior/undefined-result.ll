; Broken: callers rely on the result
define noundef i32 @f() {
  %result = add i32 poison, 1
  ret i32 %result
}
; Near miss: they do not
define i32 @f() {
  %result = add i32 poison, 1
  ret i32 %result
}
