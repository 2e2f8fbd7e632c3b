; Broken: set operand 0 of @f:#0 to @f:%vector
define i32 @f({ i32, i32 } %pair, <2 x i32> %vector) {
  %second = extractvalue { i32, i32 } %pair, 1
  ret i32 %second
}
; Near miss: arrays are allowed
define i32 @f([2 x i32] %array) {
  %second = extractvalue [2 x i32] %array, 1
  ret i32 %second
}
