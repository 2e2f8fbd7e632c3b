; Broken: @f returns an i64, but the callee returns an i32
define i64 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i64 undef
}
; Near miss: both return an i32
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i32 %x
}
