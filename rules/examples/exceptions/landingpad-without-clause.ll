; Broken: the landing pad does not handle any exception
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 }
  br label %end

end:
  ret void
}
; Near miss: a cleanup handles all exceptions
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret void
}
