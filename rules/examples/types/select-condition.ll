; Broken: set operand 0 of @f:#0 to @f:%flag
define i32 @f(i1 %condition, i8 %flag, i32 %a, i32 %b) {
  %chosen = select i1 %condition, i32 %a, i32 %b
  ret i32 %chosen
}
; Near miss: an `i1` selects whole vectors, a vector of `i1` selects lane by lane
define <2 x i32> @f(i1 %condition, <2 x i1> %lanes, <2 x i32> %a, <2 x i32> %b) {
  %whole = select i1 %condition, <2 x i32> %a, <2 x i32> %b
  %chosen = select <2 x i1> %lanes, <2 x i32> %whole, <2 x i32> %b
  ret <2 x i32> %chosen
}
