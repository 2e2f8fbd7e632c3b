; Broken: set operand 0 of @f:#0 to @f:%pointers
define i64 @f(ptr %pointer, <2 x ptr> %pointers) {
  %address = ptrtoaddr ptr %pointer to i64
  ret i64 %address
}
; Near miss: as many integers as pointers
define <2 x i64> @f(<2 x ptr> %pointers) {
  %address = ptrtoaddr <2 x ptr> %pointers to <2 x i64>
  ret <2 x i64> %address
}
