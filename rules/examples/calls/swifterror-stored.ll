; Broken: there is no address to store
define swiftcc void @f(ptr swifterror %error, ptr %to) {
  store ptr %error, ptr %to
  ret void
}
; Near miss: something is stored as the error
define swiftcc void @f(ptr swifterror %error, ptr %value) {
  store ptr %value, ptr %error
  ret void
}
