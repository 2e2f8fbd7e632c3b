; Broken: set operand 0 of @f:#0 to @f:%flat
define i32 @f({ i32, [2 x i32] } %nested, { i32, i32 } %flat) {
  %second = extractvalue { i32, [2 x i32] } %nested, 1, 1
  ret i32 %second
}
; Near miss: the last element of the last field
define i32 @f({ i32, [2 x { i8, i32 }] } %nested) {
  %last = extractvalue { i32, [2 x { i8, i32 }] } %nested, 1, 1, 1
  ret i32 %last
}
