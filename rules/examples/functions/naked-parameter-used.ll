; Broken: %x is nowhere yet
define i32 @f(i32 %x) naked {
  ret i32 %x
}
; Near miss: the assembly knows where %x is
define i32 @f(i32 %x) naked {
  call void asm sideeffect "mov %edi, %eax\0Aret", ""()
  unreachable
}
