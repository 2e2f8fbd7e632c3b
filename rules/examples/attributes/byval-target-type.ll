; Broken: a barrier cannot be copied to the stack.
declare void @wait(ptr byval(target("amdgcn.named.barrier", 0)))

; Near miss: a reference to it.
declare void @wait(ptr byref(target("amdgcn.named.barrier", 0)))
