; Broken: `@g` takes a floating-point number, which is passed elsewhere than an integer
declare void @g(float)
define void @f() {
  call void (i32) @g(i32 1)
  ret void
}
; Near miss: where `@g` takes variable arguments, any will do
declare void @g(...)
define void @f() {
  call void (i32) @g(i32 1)
  ret void
}
