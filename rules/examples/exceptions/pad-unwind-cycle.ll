; Broken: each cleanup unwinds to the other
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %one = cleanuppad within none []
  cleanupret from %one unwind label %failed_too

failed_too:
  %other = cleanuppad within none []
  cleanupret from %other unwind label %failed

end:
  ret void
}
; Near miss: the second unwinds to the caller
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %one = cleanuppad within none []
  cleanupret from %one unwind label %failed_too

failed_too:
  %other = cleanuppad within none []
  cleanupret from %other unwind to caller

end:
  ret void
}
