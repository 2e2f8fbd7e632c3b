; Broken: `elementtype` is for arguments
declare void @f(ptr elementtype(i32))
; Near miss: an argument
define void @f(ptr %p) {
  call void asm "nop", "=*m"(ptr elementtype(i32) %p)
  ret void
}
