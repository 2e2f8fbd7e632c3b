; Broken: pointers have 64 bits.
@port = external global i8, !absolute_symbol !0

!0 = !{i32 0, i32 256}

; Near miss: the bounds also have 64 bits.
@port = external global i8, !absolute_symbol !0

!0 = !{i64 0, i64 256}
