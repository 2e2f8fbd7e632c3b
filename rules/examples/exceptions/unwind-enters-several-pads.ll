; Broken: the second invoke in the cleanup has no operand bundle `funclet`
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cleanup) ] to label %again unwind label %inner

again:
  invoke void @g() to label %done unwind label %inner

inner:
  %more = cleanuppad within %cleanup []
  unreachable

done:
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
; Near miss: both invokes have one
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cleanup) ] to label %again unwind label %inner

again:
  invoke void @g() [ "funclet"(token %cleanup) ] to label %done unwind label %inner

inner:
  %more = cleanuppad within %cleanup []
  unreachable

done:
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
