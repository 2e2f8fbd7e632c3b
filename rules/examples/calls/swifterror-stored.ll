; Broken: the value does not have an address to store
define swiftcc void @f(ptr swifterror %error, ptr %to) {
  store ptr %error, ptr %to
  ret void
}
; Near miss: a value is stored as the error
define swiftcc void @f(ptr swifterror %error, ptr %value) {
  store ptr %value, ptr %error
  ret void
}
