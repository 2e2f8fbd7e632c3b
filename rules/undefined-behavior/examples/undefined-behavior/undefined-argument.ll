; Broken: the parameter must be defined
declare void @g(i32 noundef)
define void @f() {
  call void @g(i32 undef)
  ret void
}
; Near miss: it may be anything
declare void @g(i32)
define void @f() {
  call void @g(i32 undef)
  ret void
}
