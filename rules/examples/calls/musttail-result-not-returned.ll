; Broken: @f returns 0, not the result of the callee
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i32 0
}
; Near miss: the function returns poison
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  ret i32 poison
}
