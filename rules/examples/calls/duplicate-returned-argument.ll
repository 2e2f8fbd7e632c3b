; Broken: two arguments are `returned`
declare ptr @g(...)

define void @f(ptr %p, ptr %q) {
  call ptr (...) @g(ptr returned %p, ptr returned %q)
  ret void
}
; Near miss: only the second is `returned`
declare ptr @g(...)

define void @f(ptr %p, ptr %q) {
  call ptr (...) @g(ptr %p, ptr returned %q)
  ret void
}
