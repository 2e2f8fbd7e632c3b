; Broken: an error that is a number
define void @f() {
  %error = alloca swifterror i64
  ret void
}
; Near miss: an error is a pointer
define void @f() {
  %error = alloca swifterror ptr
  ret void
}
