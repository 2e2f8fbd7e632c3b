; Broken: set operand 0 of @f:#0 to @f:%x
define void @f(ptr %p, i32 %x) {
  call void asm "incl $0", "*m"(ptr elementtype(i32) %p)
  ret void
}
; Near miss: a direct constraint takes the number
define void @f(i32 %x) {
  call void asm "nop", "r"(i32 %x)
  ret void
}
