; Broken: a comparison is not part of a funclet
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  %copy = freeze token %cleanup
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
; Near miss: a call can be
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  call void @g() [ "funclet"(token %cleanup) ]
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
