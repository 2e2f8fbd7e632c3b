; Broken: which lanes were active?
define amdgpu_gfx_whole_wave void @f(i32 %x) {
  ret void
}
; Near miss: the first parameter says it
define amdgpu_gfx_whole_wave void @f(i1 %active, i32 inreg %x) {
  ret void
}
