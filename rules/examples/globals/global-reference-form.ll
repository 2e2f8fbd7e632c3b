; Broken: the name of a global instead of its address.
@table = global i32 1
@extra = global i32 2, !associated !0

!0 = !{!"table"}

; Near miss: its address.
@table = global i32 1
@extra = global i32 2, !associated !0

!0 = !{ptr @table}
