; Broken: barriers that each thread would have for itself
define void @f() {
  %barriers = alloca [2 x target("amdgcn.named.barrier", 0)]
  ret void
}
; Near miss: in the memory of the work group
@barriers = internal addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
