; Broken: the size of the arguments to pop is unknown
define tailcc void @f(ptr %p, ...) {
  musttail call tailcc void (ptr, ...) %p(ptr %p, ...)
  ret void
}
; Near miss: a C function does not pop its arguments
define void @f(ptr %p, ...) {
  musttail call void (ptr, ...) %p(ptr %p, ...)
  ret void
}
