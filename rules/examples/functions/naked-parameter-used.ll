; Broken: %x has not been saved
define i32 @f(i32 %x) naked {
  ret i32 %x
}
; Near miss: the assembly accesses %x
define i32 @f(i32 %x) naked {
  call void asm sideeffect "mov %edi, %eax\0Aret", ""()
  unreachable
}
