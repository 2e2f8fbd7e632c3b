; Broken: set operand 0 of @f:#0 to @f:%other
define i32 @f({ i32, i32 } %pair, { i32, i64 } %other) {
  %second = extractvalue { i32, i32 } %pair, 1
  ret i32 %second
}
; Near miss: another structure, but the member has the same type
define i32 @f({ i64, i32 } %pair) {
  %second = extractvalue { i64, i32 } %pair, 1
  ret i32 %second
}
