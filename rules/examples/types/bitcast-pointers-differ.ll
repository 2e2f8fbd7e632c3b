; Broken: set operand 0 of @f:#0 to @f:%there
define ptr @f(<1 x ptr> %pointers, ptr addrspace(1) %there) {
  %pointer = bitcast <1 x ptr> %pointers to ptr
  ret ptr %pointer
}
; Near miss: a vector of one pointer is a pointer
define ptr addrspace(1) @f(<1 x ptr addrspace(1)> %there) {
  %pointer = bitcast <1 x ptr addrspace(1)> %there to ptr addrspace(1)
  ret ptr addrspace(1) %pointer
}
