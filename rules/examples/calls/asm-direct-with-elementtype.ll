; Broken: the operand is the pointer in a register
define void @f(ptr %p) {
  call void asm "incl ($0)", "r"(ptr elementtype(i32) %p)
  ret void
}
; Near miss: the operand is in memory
define void @f(ptr %p) {
  call void asm "incl $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
