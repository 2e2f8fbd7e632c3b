; Broken: the address of a register cannot be compared
define swiftcc i1 @f(ptr swifterror %error) {
  %none = icmp eq ptr %error, null
  ret i1 %none
}
; Near miss: the error itself is compared
define swiftcc i1 @f(ptr swifterror %error) {
  %value = load ptr, ptr %error
  %none = icmp eq ptr %value, null
  ret i1 %none
}
