; Broken: @f returns 0, whatever the callee returns
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i32 0
}
; Near miss: @f returns anything
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i32 poison
}
