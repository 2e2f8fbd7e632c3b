; Broken: set operand 0 of @f:#0 to @f:%n
define void @f(ptr %p, i64 %n) {
  call void %p()
  ret void
}
; Near miss: a pointer into another address space is a pointer
define void @f(ptr addrspace(7) %p) {
  call addrspace(7) void %p()
  ret void
}
