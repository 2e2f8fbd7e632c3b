; Broken: `fastcc` does not support variable arguments
define fastcc void @f(i32 %count, ...) {
  ret void
}
; Near miss: the C calling convention does
define ccc void @f(i32 %count, ...) {
  ret void
}
