; Broken: @f has not been given room for a number
define void @f(ptr %p) {
  musttail call void %p(ptr %p, i32 7)
  ret void
}
; Near miss: by this convention, @f makes room for it
define tailcc void @f(ptr %p) {
  musttail call tailcc void %p(ptr %p, i32 7)
  ret void
}
