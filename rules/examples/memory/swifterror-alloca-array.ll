; Broken: an array of errors
define void @f() {
  %error = alloca swifterror ptr, i32 2
  ret void
}
; Near miss: other allocas may be arrays
define void @f() {
  %error = alloca swifterror ptr, i64 1
  %others = alloca ptr, i32 2
  ret void
}
