; Broken: an address inside a symbol
@here = global i8 0
@switch = external global i8

@signed = global ptr ptrauth (ptr @here, i32 2, i64 0, ptr null, ptr getelementptr (i8, ptr @switch, i64 1))
; Near miss: a symbol
@here = global i8 0
@switch = external global i8

@signed = global ptr ptrauth (ptr @here, i32 2, i64 0, ptr null, ptr @switch)
