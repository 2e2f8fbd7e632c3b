; Broken: two arguments for one register
declare void @g(ptr, ...)

define void @f(ptr %p, ptr %q) {
  call void (ptr, ...) @g(ptr nest %p, ptr nest %q)
  ret void
}
; Near miss: one
declare void @g(ptr, ...)

define void @f(ptr %p, ptr %q) {
  call void (ptr, ...) @g(ptr %p, ptr nest %q)
  ret void
}
