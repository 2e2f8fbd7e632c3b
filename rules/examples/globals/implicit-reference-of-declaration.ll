; Broken: a declaration does not have a section for the reference.
@table = global i32 1
@extra = external global i32, !implicit.ref !0

!0 = !{ptr @table}

; Near miss: a definition.
@table = global i32 1
@extra = global i32 2, !implicit.ref !0

!0 = !{ptr @table}
