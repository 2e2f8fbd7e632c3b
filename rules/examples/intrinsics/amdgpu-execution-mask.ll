; Broken: the mask is in a vector register
declare void @llvm.amdgcn.init.exec.from.input(i32, i32)
define amdgpu_gs void @f(i32 %mask) {
  call void @llvm.amdgcn.init.exec.from.input(i32 %mask, i32 0)
  ret void
}
; Near miss: the mask is in a scalar register
declare void @llvm.amdgcn.init.exec.from.input(i32, i32)
define amdgpu_gs void @f(i32 inreg %mask) {
  call void @llvm.amdgcn.init.exec.from.input(i32 %mask, i32 0)
  ret void
}
