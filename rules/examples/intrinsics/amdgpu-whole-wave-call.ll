; Broken: the function takes another number
declare i32 @llvm.amdgcn.call.whole.wave.i32.p0(ptr, ...)
declare amdgpu_gfx_whole_wave i32 @all(i1, i64)
define amdgpu_gfx i32 @f(i32 %x) {
  %y = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @all, i32 %x)
  ret i32 %y
}
; Near miss: the function takes this number
declare i32 @llvm.amdgcn.call.whole.wave.i32.p0(ptr, ...)
declare amdgpu_gfx_whole_wave i32 @all(i1, i32)
define amdgpu_gfx i32 @f(i32 %x) {
  %y = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @all, i32 %x)
  ret i32 %y
}
