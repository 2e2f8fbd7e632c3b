; Broken: two types
define void @f() !kcfi_type !0 !kcfi_type !1 {
  ret void
}
!0 = !{i32 7}
!1 = !{i32 8}
; Near miss: a type and a count
define void @f() !kcfi_type !0 !prof !1 {
  ret void
}
!0 = !{i32 7}
!1 = !{!"function_entry_count", i64 8}
