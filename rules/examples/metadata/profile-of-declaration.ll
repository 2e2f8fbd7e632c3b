; Broken: entries are counted where the code is
declare !prof !0 void @f()
!0 = !{!"function_entry_count", i64 100}
; Near miss: here is some
define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 100}
