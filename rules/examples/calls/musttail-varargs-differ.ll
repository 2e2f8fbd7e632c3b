; Broken: @f has no variable arguments to hand on
define void @f(ptr %p) {
  musttail call void (ptr, ...) %p(ptr %p)
  ret void
}
; Near miss: it has
define void @f(ptr %p, ...) {
  musttail call void (ptr, ...) %p(ptr %p, ...)
  ret void
}
