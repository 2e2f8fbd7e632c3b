; Broken: `@g` returns nothing
declare void @g()
define i32 @f() {
  %result = call i32 @g()
  ret i32 %result
}
; Near miss: an unknown function may return anything
define i32 @f(ptr %g) {
  %result = call i32 %g()
  ret i32 %result
}
