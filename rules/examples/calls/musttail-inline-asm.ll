; Broken: inline assembly
define void @f() {
  musttail call void asm "nop", ""()
  ret void
}
; Near miss: a function pointer
define void @f(ptr %p) {
  musttail call void %p(ptr %p)
  ret void
}
