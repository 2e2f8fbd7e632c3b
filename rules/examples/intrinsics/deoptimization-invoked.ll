; Broken: the guard is invoked
declare void @llvm.experimental.guard(i1, ...)
declare i32 @personality(...)
define void @f(i1 %holds) personality ptr @personality {
  invoke void (i1, ...) @llvm.experimental.guard(i1 %holds) ["deopt"()] to label %next unwind label %pad
next:
  ret void
pad:
  %exception = landingpad { ptr, i32 } cleanup
  ret void
}
; Near miss: the guard is called
declare void @llvm.experimental.guard(i1, ...)
define void @f(i1 %holds) {
  call void (i1, ...) @llvm.experimental.guard(i1 %holds) ["deopt"()]
  ret void
}
