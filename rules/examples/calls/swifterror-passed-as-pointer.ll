; Broken: @g would read memory
declare swiftcc void @g(ptr)

define swiftcc void @f(ptr swifterror %error) {
  call swiftcc void @g(ptr %error)
  ret void
}
; Near miss: the parameter is `swifterror`, which need not be said again
declare swiftcc void @g(ptr swifterror)

define swiftcc void @f(ptr swifterror %error) {
  call swiftcc void @g(ptr %error)
  ret void
}
