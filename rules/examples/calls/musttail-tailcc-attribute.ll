; Broken: `inreg` fixes the register of the argument
define tailcc void @f(ptr %p, i32 %x) {
  musttail call tailcc void %p(ptr %p, i32 inreg %x)
  ret void
}
; Near miss: other conventions allow it if the caller has it as well
define fastcc void @f(ptr %p, i32 inreg %x) {
  musttail call fastcc void %p(ptr %p, i32 inreg %x)
  ret void
}
