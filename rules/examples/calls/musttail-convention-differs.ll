; Broken: @f has the C calling convention
define void @f(ptr %p) {
  musttail call fastcc void %p(ptr %p)
  ret void
}
; Near miss: @f has the same calling convention
define fastcc void @f(ptr %p) {
  musttail call fastcc void %p(ptr %p)
  ret void
}
