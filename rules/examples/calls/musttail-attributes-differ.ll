; Broken: @f is given an address, but the callee expects a copy
define void @f(ptr %p, ptr %q) {
  musttail call void %p(ptr %p, ptr byval(i32) %q)
  ret void
}
; Near miss: `noalias` does not change how the address is passed
define void @f(ptr %p, ptr %q) {
  musttail call void %p(ptr %p, ptr noalias %q)
  ret void
}
