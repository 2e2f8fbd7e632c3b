; Broken: an object is released in a funclet
declare void @llvm.objc.release(ptr)
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
define void @f(ptr %object) personality ptr @__CxxFrameHandler3 {
  invoke void @may_throw() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @llvm.objc.release(ptr %object)
  cleanupret from %pad unwind to caller
done:
  ret void
}
; Near miss: the call names the funclet
declare void @llvm.objc.release(ptr)
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
define void @f(ptr %object) personality ptr @__CxxFrameHandler3 {
  invoke void @may_throw() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @llvm.objc.release(ptr %object) ["funclet"(token %pad)]
  cleanupret from %pad unwind to caller
done:
  call void @llvm.objc.release(ptr %object)
  ret void
}
