; Broken: how large is what %p points to?
define void @f(ptr %p) {
  call void asm "incl $0", "=*m"(ptr %p)
  ret void
}
; Near miss: four bytes
define void @f(ptr %p) {
  call void asm "incl $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
