; Broken: @g would access memory
declare swiftcc void @g(ptr)

define swiftcc void @f(ptr swifterror %error) {
  call swiftcc void @g(ptr %error)
  ret void
}
; Near miss: the parameter is `swifterror`, so the argument need not be
declare swiftcc void @g(ptr swifterror)

define swiftcc void @f(ptr swifterror %error) {
  call swiftcc void @g(ptr %error)
  ret void
}
