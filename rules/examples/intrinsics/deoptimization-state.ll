; Broken: the state of the interpreter is missing
declare void @llvm.experimental.guard(i1, ...)
define void @f(i1 %holds) {
  call void (i1, ...) @llvm.experimental.guard(i1 %holds)
  ret void
}
; Near miss: a number is the state
declare void @llvm.experimental.guard(i1, ...)
define void @f(i1 %holds) {
  call void (i1, ...) @llvm.experimental.guard(i1 %holds) ["deopt"(i32 7)]
  ret void
}
