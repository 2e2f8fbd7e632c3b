; Broken: branch weights are not for functions
define void @f() !prof !0 {
  ret void
}
!0 = !{!"branch_weights", i32 100}
; Near miss: an entry count
define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 100}
