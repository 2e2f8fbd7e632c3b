; Broken: the literal is constant
@text = private constant [3 x i8] c"ab\00"
define void @to_a_literal() {
  store i8 65, ptr @text
  ret void
}
; Near miss: the global is a variable
@text = private global [3 x i8] c"ab\00"
define void @to_a_variable() {
  store i8 65, ptr @text
  ret void
}
