; Broken: a kernel is started by the driver
define void @f(ptr %kernel) {
  call amdgpu_kernel void %kernel()
  ret void
}
; Near miss: a device function is called
define void @f(ptr %function) {
  call amdgpu_gfx void %function()
  ret void
}
