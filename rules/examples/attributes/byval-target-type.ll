; Broken: a barrier cannot be copied to the stack.
declare void @wait(ptr byval(target("amdgcn.named.barrier", 0)))

; Near miss: a pointer to the barrier.
declare void @wait(ptr byref(target("amdgcn.named.barrier", 0)))
