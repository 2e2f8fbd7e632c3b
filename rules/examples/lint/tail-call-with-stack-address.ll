; Broken: the called function may use the frame that the slot lies in
declare void @use(ptr)
define void @f() {
  %slot = alloca i32
  tail call void @use(ptr %slot)
  ret void
}
; Near miss: the slot is copied before the call
declare void @use(ptr byval(i32))
define void @f() {
  %slot = alloca i32
  tail call void @use(ptr byval(i32) %slot)
  ret void
}
