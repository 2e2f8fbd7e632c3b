; Broken: set operand 0 of @f:#1 to operand 0 of @f:#0
define void @f(ptr %callback) {
  call void asm "nop", ""()
  store ptr null, ptr %callback
  ret void
}
; Near miss: the assembly is called
define void @f(ptr %callback) {
  call void asm "nop", ""()
  store ptr @f, ptr %callback
  ret void
}
