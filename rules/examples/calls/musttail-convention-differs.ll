; Broken: @f is called as C functions are
define void @f(ptr %p) {
  musttail call fastcc void %p(ptr %p)
  ret void
}
; Near miss: it is not
define fastcc void @f(ptr %p) {
  musttail call fastcc void %p(ptr %p)
  ret void
}
