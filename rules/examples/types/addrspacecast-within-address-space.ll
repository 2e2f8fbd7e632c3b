; Broken: set operand 0 of @f:#0 to @f:%b
define ptr addrspace(1) @f(ptr %a, ptr addrspace(1) %b) {
  %there = addrspacecast ptr %a to ptr addrspace(1)
  ret ptr addrspace(1) %there
}
; Near miss: from one address space to another
define ptr addrspace(2) @f(ptr addrspace(1) %b) {
  %there = addrspacecast ptr addrspace(1) %b to ptr addrspace(2)
  ret ptr addrspace(2) %there
}
