; Broken: `@g` takes a floating-point number, which is passed in another kind of register than an integer
declare void @g(float)
define void @f() {
  call void (i32) @g(i32 1)
  ret void
}
; Near miss: where `@g` takes variable arguments, any are allowed
declare void @g(...)
define void @f() {
  call void (i32) @g(i32 1)
  ret void
}
