; Broken: how many arguments would be freed?
define tailcc void @f(ptr %p, ...) {
  musttail call tailcc void (ptr, ...) %p(ptr %p, ...)
  ret void
}
; Near miss: a C function does not free its arguments
define void @f(ptr %p, ...) {
  musttail call void (ptr, ...) %p(ptr %p, ...)
  ret void
}
