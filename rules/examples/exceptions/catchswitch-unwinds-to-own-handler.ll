; Broken: the handler would receive the exception again
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind label %handler

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  catchret from %caught to label %end

end:
  ret void
}
; Near miss: a cleanup receives it
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind label %failed_too

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  catchret from %caught to label %end

failed_too:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
