; Broken: a barrier cannot be on the stack of a thread
define void @f() {
  %barriers = alloca [2 x target("amdgcn.named.barrier", 0)]
  ret void
}
; Near miss: it can be in the memory of the work group
@barriers = internal addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
