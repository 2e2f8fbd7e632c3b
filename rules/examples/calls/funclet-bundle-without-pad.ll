; Broken: the token is not a pad
declare void @g()

define void @f() {
  call void @g() [ "funclet"(token none) ]
  ret void
}
; Near miss: the call is in a cleanup
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
  invoke void @g()
          to label %done unwind label %cleanup

cleanup:
  %pad = cleanuppad within none []
  call void @g() [ "funclet"(token %pad) ]
  cleanupret from %pad unwind to caller

done:
  ret void
}
