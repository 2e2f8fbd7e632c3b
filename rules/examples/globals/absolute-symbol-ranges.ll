; Broken: where one range ends the next begins.
@port = external global i8, !absolute_symbol !0

!0 = !{i64 0, i64 256, i64 256, i64 512}

; Near miss: there is a gap.
@port = external global i8, !absolute_symbol !0

!0 = !{i64 0, i64 256, i64 4096, i64 4352}
