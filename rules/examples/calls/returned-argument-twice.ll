; Broken: which of them is returned?
declare ptr @g(...)

define void @f(ptr %p, ptr %q) {
  call ptr (...) @g(ptr returned %p, ptr returned %q)
  ret void
}
; Near miss: the second
declare ptr @g(...)

define void @f(ptr %p, ptr %q) {
  call ptr (...) @g(ptr %p, ptr returned %q)
  ret void
}
