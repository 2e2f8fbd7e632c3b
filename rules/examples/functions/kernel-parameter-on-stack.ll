; Broken: there is no stack that the argument could be on
target datalayout = "A5"

define amdgpu_kernel void @f(ptr addrspace(5) byref(i32) %argument) {
  ret void
}
; Near miss: it is in constant memory
target datalayout = "A5"

define amdgpu_kernel void @f(ptr addrspace(4) byref(i32) %argument) {
  ret void
}
