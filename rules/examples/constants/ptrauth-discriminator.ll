; Broken: initialise @signed with ptrauth @here i32 2 i32 7 null
@here = global i8 0

@signed = global ptr null
; Near miss: 64 bits
@here = global i8 0

@signed = global ptr ptrauth (ptr @here, i32 2, i64 7)
