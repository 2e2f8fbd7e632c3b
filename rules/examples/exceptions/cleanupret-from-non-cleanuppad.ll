; Broken: the handler has caught the exception, so unwinding does not continue
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  cleanupret from %caught unwind to caller

end:
  ret void
}
; Near miss: the handler returns to the function
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  catchret from %caught to label %end

end:
  ret void
}
