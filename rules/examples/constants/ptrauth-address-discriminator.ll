; Broken: initialise @signed with ptrauth @here i32 2 i64 0 zero
@here = global i8 0

@signed = global ptr null
; Near miss: bound to the place where the signed pointer lies
@here = global i8 0

@signed = global ptr ptrauth (ptr @here, i32 2, i64 0, ptr @signed)
