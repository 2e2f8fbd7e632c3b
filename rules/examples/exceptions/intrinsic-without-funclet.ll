; Broken: the call in the cleanup has no operand bundle `funclet`
declare ptr @llvm.objc.retain(ptr)
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f(ptr %p) personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  br label %inside

inside:
  %kept = call ptr @llvm.objc.retain(ptr %p)
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
; Near miss: it has one
declare ptr @llvm.objc.retain(ptr)
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f(ptr %p) personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %failed

failed:
  %cleanup = cleanuppad within none []
  br label %inside

inside:
  %kept = call ptr @llvm.objc.retain(ptr %p) [ "funclet"(token %cleanup) ]
  cleanupret from %cleanup unwind to caller

end:
  ret void
}
