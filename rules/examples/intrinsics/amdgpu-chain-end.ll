; Broken: the function continues
declare void @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr, i32, i32, i32, i32, ...)
define amdgpu_cs void @f(ptr inreg %next, i32 inreg %scalar, i32 %vector) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %next, i32 -1, i32 inreg %scalar, i32 %vector, i32 0)
  ret void
}
; Near miss: the function ends
declare void @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr, i32, i32, i32, i32, ...)
define amdgpu_cs void @f(ptr inreg %next, i32 inreg %scalar, i32 %vector) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %next, i32 -1, i32 inreg %scalar, i32 %vector, i32 0)
  unreachable
}
