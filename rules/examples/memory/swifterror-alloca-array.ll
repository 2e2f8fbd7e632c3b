; Broken: two errors at a time
define void @f() {
  %error = alloca swifterror ptr, i32 2
  ret void
}
; Near miss: other slots can be many
define void @f() {
  %error = alloca swifterror ptr, i64 1
  %others = alloca ptr, i32 2
  ret void
}
