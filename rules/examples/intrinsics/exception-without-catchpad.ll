; Broken: no exception was caught
declare ptr @llvm.eh.exceptionpointer.p0(token)
define ptr @f() {
  %exception = call ptr @llvm.eh.exceptionpointer.p0(token none)
  ret ptr %exception
}
; Near miss: the exception that the pad has caught
declare ptr @llvm.eh.exceptionpointer.p0(token)
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
define void @f() personality ptr @__CxxFrameHandler3 {
  invoke void @may_throw() to label %done unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  %exception = call ptr @llvm.eh.exceptionpointer.p0(token %pad)
  catchret from %pad to label %done
done:
  ret void
}
