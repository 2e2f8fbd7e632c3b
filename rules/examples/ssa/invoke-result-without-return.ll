; Broken: `end` is also reached when the call unwinds
declare i32 @g()
declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  %result = invoke i32 @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret i32 %result
}
; Near miss: a phi uses the result only for the normal destination
declare i32 @g()
declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  %result = invoke i32 @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  %or_zero = phi i32 [ %result, %entry ], [ 0, %failed ]
  ret i32 %or_zero
}
