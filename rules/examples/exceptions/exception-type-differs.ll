; Broken: the resumed exception has another type than the received one
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  %pointer = extractvalue { ptr, i32 } %exception, 0
  resume ptr %pointer

end:
  ret void
}
; Near miss: both have the same type
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %exception

end:
  ret void
}
