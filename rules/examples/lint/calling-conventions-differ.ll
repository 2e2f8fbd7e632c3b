; Broken: only the call is `fastcc`
declare void @g(i32)
define void @f() {
  call fastcc void @g(i32 1)
  ret void
}
; Near miss: both are `fastcc`
declare fastcc void @g(i32)
define void @f() {
  call fastcc void @g(i32 1)
  ret void
}
