; Broken: another instruction follows the call
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  %y = add i32 %x, 1
  ret i32 %x
}
; Near miss: only a cast precedes the `ret`
define i32 @f(ptr %p) {
  %x = musttail call i32 %p(ptr %p)
  %y = bitcast i32 %x to i32
  ret i32 %y
}
