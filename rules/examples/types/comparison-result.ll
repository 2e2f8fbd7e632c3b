; Broken: set operand 0 of @f:#0 to @f:%vector
; Broken: set operand 1 of @f:#0 to @f:%vector
define i1 @f(i32 %value, <2 x i32> %vector) {
  %same = icmp eq i32 %value, %value
  ret i1 %same
}
; Near miss: one `i1` for each lane
define <2 x i1> @f(<2 x i32> %vector) {
  %same = icmp eq <2 x i32> %vector, %vector
  ret <2 x i1> %same
}
