; Broken: a number does not describe a type
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } catch i32 7
  br label %end

end:
  ret void
}
; Near miss: the address of the type info of `int`
@_ZTIi = external constant ptr
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } catch ptr @_ZTIi
  br label %end

end:
  ret void
}
