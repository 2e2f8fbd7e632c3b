; Broken: initialise @signed with ptrauth @here i32 2 i64 0 zero
@here = global i8 0

@signed = global ptr null
; Near miss: the address of the signed pointer itself
@here = global i8 0

@signed = global ptr ptrauth (ptr @here, i32 2, i64 0, ptr @signed)
