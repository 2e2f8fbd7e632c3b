; Broken: the assembly has a label, but the call has no destinations
define void @f() {
  call void asm "jmp ${0:l}", "!i"()
  ret void
}
; Near miss: the assembly does not jump
define void @f() {
  call void asm "nop", "~{memory}"()
  ret void
}
