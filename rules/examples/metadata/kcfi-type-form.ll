; Broken: the type is an `i32`
define void @f() !kcfi_type !0 {
  ret void
}
!0 = !{i64 7}
; Near miss: and here it is
define void @f() !kcfi_type !0 {
  ret void
}
!0 = !{i32 7}
