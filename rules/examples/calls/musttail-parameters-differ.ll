; Broken: @f did not receive memory for a number
define void @f(ptr %p) {
  musttail call void %p(ptr %p, i32 7)
  ret void
}
; Near miss: `tailcc` allows different parameters
define tailcc void @f(ptr %p) {
  musttail call tailcc void %p(ptr %p, i32 7)
  ret void
}
