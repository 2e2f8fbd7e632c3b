; Broken: the frame is not passed by pointer
define x86_intrcc void @f(ptr %frame) {
  ret void
}
; Near miss: the parameter is the frame itself
define x86_intrcc void @f(ptr byval({ i64, i64, i64, i64, i64 }) %frame, i64 %error) {
  ret void
}
