; Broken: `table` is an alias of `extra`.
@extra = global i32 2, !associated !0
@table = alias i32, ptr @extra

!0 = !{ptr @table}

; Near miss: two globals.
@extra = global i32 2, !associated !0
@table = global i32 1

!0 = !{ptr @table}
