; Broken: the entry block is not executed because of an exception
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  %exception = landingpad { ptr, i32 } cleanup
  ret void
}
; Near miss: the landing pad is in a separate block, although nothing unwinds to it
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  ret void

failed:
  %exception = landingpad { ptr, i32 } cleanup
  ret void
}
