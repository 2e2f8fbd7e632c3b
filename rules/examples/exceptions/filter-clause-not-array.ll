; Broken: the filter does not list types
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } filter [1 x ptr] undef
  br label %end

end:
  ret void
}
; Near miss: the filter lists `int`
@_ZTIi = external constant ptr
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } filter [1 x ptr] [ptr @_ZTIi]
  br label %end

end:
  ret void
}
