; Broken: set operand 0 of @f:#0 to @f:%b
; Broken: set operand 1 of @f:#0 to @f:%b
define i1 @f(i32 %a, float %b) {
  %same = icmp eq i32 %a, %a
  ret i1 %same
}
; Near miss: pointers are allowed
define <2 x i1> @f(<2 x ptr> %a) {
  %same = icmp eq <2 x ptr> %a, zeroinitializer
  ret <2 x i1> %same
}
