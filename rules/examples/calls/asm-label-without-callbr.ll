; Broken: where does the assembly jump to?
define void @f() {
  call void asm "jmp ${0:l}", "!i"()
  ret void
}
; Near miss: it does not jump
define void @f() {
  call void asm "nop", "~{memory}"()
  ret void
}
