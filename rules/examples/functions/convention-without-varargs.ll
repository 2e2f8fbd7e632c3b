; Broken: a fast call has no place for more arguments
define fastcc void @f(i32 %count, ...) {
  ret void
}
; Near miss: a C call has
define ccc void @f(i32 %count, ...) {
  ret void
}
