; Broken: a declaration has no entries to count
declare !prof !0 void @f()
!0 = !{!"function_entry_count", i64 100}
; Near miss: a definition has
define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 100}
