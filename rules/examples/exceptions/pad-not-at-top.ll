; Broken: an instruction precedes the pad
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  call void @g()
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret void
}
; Near miss: a phi may precede the pad
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %how_far = phi i32 [ 1, %entry ]
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret void
}
