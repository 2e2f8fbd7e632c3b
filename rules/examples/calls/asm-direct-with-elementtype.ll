; Broken: the assembly is given the pointer, in a register
define void @f(ptr %p) {
  call void asm "incl ($0)", "r"(ptr elementtype(i32) %p)
  ret void
}
; Near miss: it is given the memory
define void @f(ptr %p) {
  call void asm "incl $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
