; Broken: set operand 1 of @f:#0 to @g:%b
define i32 @f(i32 %a) {
  %sum = add i32 %a, 1
  ret i32 %sum
}

define i32 @g(i32 %b) {
  ret i32 %b
}
; Near miss: the value is passed as an argument
define i32 @f(i32 %a) {
  %sum = add i32 %a, 1
  ret i32 %sum
}

define i32 @g(i32 %b) {
  %sum = call i32 @f(i32 %b)
  ret i32 %sum
}
