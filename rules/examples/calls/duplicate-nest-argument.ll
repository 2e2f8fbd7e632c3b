; Broken: two `nest` arguments
declare void @g(ptr, ...)

define void @f(ptr %p, ptr %q) {
  call void (ptr, ...) @g(ptr nest %p, ptr nest %q)
  ret void
}
; Near miss: one `nest` argument
declare void @g(ptr, ...)

define void @f(ptr %p, ptr %q) {
  call void (ptr, ...) @g(ptr %p, ptr nest %q)
  ret void
}
