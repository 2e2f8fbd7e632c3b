; Broken: @f does not have variable arguments to forward
define void @f(ptr %p) {
  musttail call void (ptr, ...) %p(ptr %p)
  ret void
}
; Near miss: @f has variable arguments
define void @f(ptr %p, ...) {
  musttail call void (ptr, ...) %p(ptr %p, ...)
  ret void
}
