; Broken: set operand 0 of @f:#0 to @f:%there
define ptr @f(ptr %base, ptr addrspace(1) %there) {
  %next = getelementptr i32, ptr %base, i64 1
  ret ptr %next
}
; Near miss: the result is in the same address space
define ptr addrspace(1) @f(ptr addrspace(1) %there) {
  %next = getelementptr i32, ptr addrspace(1) %there, i64 1
  ret ptr addrspace(1) %next
}
