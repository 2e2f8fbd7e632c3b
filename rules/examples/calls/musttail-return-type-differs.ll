; Broken: @f would return an i32 that nobody extends
define i64 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i64 undef
}
; Near miss: it returns what the callee does
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i32 %x
}
