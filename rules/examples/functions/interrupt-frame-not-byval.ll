; Broken: the frame is not where a pointer points
define x86_intrcc void @f(ptr %frame) {
  ret void
}
; Near miss: it is the parameter itself
define x86_intrcc void @f(ptr byval({ i64, i64, i64, i64, i64 }) %frame, i64 %error) {
  ret void
}
