; Broken: the type is not an `i32`
define void @f() !kcfi_type !0 {
  ret void
}
!0 = !{i64 7}
; Near miss: it is an `i32`
define void @f() !kcfi_type !0 {
  ret void
}
!0 = !{i32 7}
