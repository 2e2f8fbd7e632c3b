; Broken: the callee may reuse the stack frame
declare void @use(ptr)
define void @f() {
  %slot = alloca i32
  tail call void @use(ptr %slot)
  ret void
}
; Near miss: the alloca is copied before the call
declare void @use(ptr byval(i32))
define void @f() {
  %slot = alloca i32
  tail call void @use(ptr byval(i32) %slot)
  ret void
}
