; Broken: there is no caller that could allocate the result
define amdgpu_kernel void @f(ptr addrspace(5) sret(i32) %result) {
  ret void
}
; Near miss: a device function has a caller
define amdgpu_gfx void @f(ptr addrspace(5) sret(i32) %result) {
  ret void
}
