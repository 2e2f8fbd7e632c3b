; Broken: a jump to an instruction
define void @f() {
  musttail call void asm "nop", ""()
  ret void
}
; Near miss: a jump to whatever %p points to
define void @f(ptr %p) {
  musttail call void %p(ptr %p)
  ret void
}
