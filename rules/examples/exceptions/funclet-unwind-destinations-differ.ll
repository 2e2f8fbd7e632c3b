; Broken: the invoke unwinds to `outer`, the `cleanupret` to the caller
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cleanup) ] to label %done unwind label %outer

done:
  cleanupret from %cleanup unwind to caller

outer:
  %more = cleanuppad within none []
  cleanupret from %more unwind to caller

end:
  ret void
}
; Near miss: both unwind to `outer`
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cleanup) ] to label %done unwind label %outer

done:
  cleanupret from %cleanup unwind label %outer

outer:
  %more = cleanuppad within none []
  cleanupret from %more unwind to caller

end:
  ret void
}
