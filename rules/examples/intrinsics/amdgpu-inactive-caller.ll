; Broken: nothing came before this shader
declare i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32, i32)
define amdgpu_cs void @f(i32 inreg %x, i32 %y) {
  %z = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)
  ret void
}
; Near miss: another shader came before
declare i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32, i32)
define amdgpu_cs_chain void @f(i32 inreg %x, i32 %y) {
  %z = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)
  ret void
}
