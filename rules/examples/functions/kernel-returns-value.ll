; Broken: there is no caller that could use the number
define amdgpu_kernel i32 @f() {
  ret i32 0
}
; Near miss: a device function has a caller
define amdgpu_gfx i32 @f() {
  ret i32 0
}
