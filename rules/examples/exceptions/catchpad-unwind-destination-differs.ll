; Broken: the handler unwinds to `outer`, its `catchswitch` to the caller
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  invoke void @g() [ "funclet"(token %caught) ] to label %done unwind label %outer

done:
  catchret from %caught to label %end

outer:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller

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
  %switch = catchswitch within none [label %handler] unwind label %outer

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  invoke void @g() [ "funclet"(token %caught) ] to label %done unwind label %outer

done:
  catchret from %caught to label %end

outer:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
