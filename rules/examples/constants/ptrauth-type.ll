; Broken: replace @here by @there
@here = global i8 0
@there = addrspace(1) global i8 0

@signed = global ptr ptrauth (ptr @here, i32 2)
; Near miss: the signed pointer stays in its address space
@there = addrspace(1) global i8 0

@signed = global ptr addrspace(1) ptrauth (ptr addrspace(1) @there, i32 2)
