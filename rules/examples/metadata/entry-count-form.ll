; Broken: weights belong to branches
define void @f() !prof !0 {
  ret void
}
!0 = !{!"branch_weights", i32 100}
; Near miss: the function was entered so often
define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 100}
