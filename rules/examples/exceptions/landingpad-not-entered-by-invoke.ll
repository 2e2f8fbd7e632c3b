; Broken: if `%c` is false, there is no exception
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %c, label %try, label %failed

try:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret void
}
; Near miss: two invokes unwind to the landing pad
declare void @g()
declare i32 @__gxx_personality_v0(...)

define void @f(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %try unwind label %failed

try:
  invoke void @g() to label %end unwind label %failed

failed:
  %exception = landingpad { ptr, i32 } cleanup
  br label %end

end:
  ret void
}
