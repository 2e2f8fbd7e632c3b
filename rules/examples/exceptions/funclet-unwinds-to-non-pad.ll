; Broken: `end` does not begin with a pad
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind label %end

end:
  ret void
}
; Near miss: another cleanup receives the exception
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind label %failed_too

failed_too:
  %other = cleanuppad within none []
  cleanupret from %other unwind to caller

end:
  ret void
}
