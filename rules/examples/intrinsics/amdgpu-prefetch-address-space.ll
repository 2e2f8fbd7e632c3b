; Broken: memory that the threads of a group share
declare void @llvm.amdgcn.s.prefetch.data.p3(ptr addrspace(3), i32)
define void @f(ptr addrspace(3) %p) {
  call void @llvm.amdgcn.s.prefetch.data.p3(ptr addrspace(3) %p, i32 0)
  ret void
}
; Near miss: constant memory
declare void @llvm.amdgcn.s.prefetch.data.p4(ptr addrspace(4), i32)
define void @f(ptr addrspace(4) %p) {
  call void @llvm.amdgcn.s.prefetch.data.p4(ptr addrspace(4) %p, i32 0)
  ret void
}
