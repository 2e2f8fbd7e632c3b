; Broken: the parameter for the active lanes is missing
define amdgpu_gfx_whole_wave void @f(i32 %x) {
  ret void
}
; Near miss: it is the first parameter
define amdgpu_gfx_whole_wave void @f(i1 %active, i32 inreg %x) {
  ret void
}
