; Broken: the size of the operand at %p is unknown
define void @f(ptr %p) {
  call void asm "incl $0", "=*m"(ptr %p)
  ret void
}
; Near miss: the operand has four bytes
define void @f(ptr %p) {
  call void asm "incl $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
