; Broken: the scope is a node with a number. (A number alone is not a node as an argument, and LLVM's
; verifier, which expects one, at times crashes.)
declare i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr addrspace(1), i32, metadata)
define i32 @f(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr addrspace(1) %p, i32 0, metadata !0)
  ret i32 %x
}
!0 = !{!1}
!1 = !{i32 1}
; Near miss: the scope has a name
declare i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr addrspace(1), i32, metadata)
define i32 @f(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr addrspace(1) %p, i32 0, metadata !0)
  ret i32 %x
}
!0 = !{!"workgroup"}
