; Broken: the function has no personality
declare void @g()

define void @f() {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret void
}
; Near miss: it has the personality of C++
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
