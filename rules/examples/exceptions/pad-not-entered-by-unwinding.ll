; Broken: `entry` branches to the cleanup without an exception
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  br label %failed

failed:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller
}
; Near miss: an invoke unwinds to it
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
