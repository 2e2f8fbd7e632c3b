; Broken: initialise @signed with ptrauth @here i64 2 i64 0 null
@here = global i8 0

@signed = global ptr null
; Near miss: the number of a key
@here = global i8 0

@signed = global ptr ptrauth (ptr @here, i32 2)
