; Broken: %error is a pointer like any other
declare swiftcc void @g(ptr swifterror)

define swiftcc void @f(ptr %error) {
  call swiftcc void @g(ptr swifterror %error)
  ret void
}
; Near miss: one error comes from the caller, one from here
declare swiftcc void @g(ptr swifterror)

define swiftcc void @f(ptr swifterror %theirs) {
  %ours = alloca swifterror ptr
  store ptr null, ptr %ours
  call swiftcc void @g(ptr swifterror %ours)
  call swiftcc void @g(ptr swifterror %theirs)
  ret void
}
