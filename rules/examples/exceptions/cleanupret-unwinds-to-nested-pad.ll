; Broken: `inner` is part of the cleanup that has ended
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind label %inner

inner:
  %more = cleanuppad within %cleanup []
  cleanupret from %more unwind to caller

end:
  ret void
}
; Near miss: unwinding continues outside
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind label %outer

outer:
  %more = cleanuppad within none []
  cleanupret from %more unwind to caller

end:
  ret void
}
