; Broken: %error is a plain pointer
declare swiftcc void @g(ptr swifterror)

define swiftcc void @f(ptr %error) {
  call swiftcc void @g(ptr swifterror %error)
  ret void
}
; Near miss: one error is from the caller, and one is from an alloca
declare swiftcc void @g(ptr swifterror)

define swiftcc void @f(ptr swifterror %theirs) {
  %ours = alloca swifterror ptr
  store ptr null, ptr %ours
  call swiftcc void @g(ptr swifterror %ours)
  call swiftcc void @g(ptr swifterror %theirs)
  ret void
}
