; Broken: if the cleanup throws, it starts again
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cleanup) ] to label %end unwind label %failed

end:
  ret void
}
; Near miss: if the cleanup throws, a nested cleanup handles it
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cleanup) ] to label %done unwind label %inner

inner:
  %more = cleanuppad within %cleanup []
  unreachable

done:
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
