; Broken: which register is to be used is fixed
define tailcc void @f(ptr %p, i32 %x) {
  musttail call tailcc void %p(ptr %p, i32 inreg %x)
  ret void
}
; Near miss: so it is for other conventions, and the same for the caller
define fastcc void @f(ptr %p, i32 inreg %x) {
  musttail call fastcc void %p(ptr %p, i32 inreg %x)
  ret void
}
