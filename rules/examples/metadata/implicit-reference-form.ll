; Broken: the function refers to itself
define void @f() !implicit.ref !0 {
  ret void
}
!0 = !{ptr @f}
; Near miss: the function refers to a table
@table = global i32 0
define void @f() !implicit.ref !0 {
  ret void
}
!0 = !{ptr @table}
