; Broken: `@g` takes two arguments
declare void @g(i32, i32)
define void @f() {
  call void (i32) @g(i32 1)
  ret void
}
; Near miss: `@g` takes one argument or more
declare void @g(i32, ...)
define void @f() {
  call void (i32, i32) @g(i32 1, i32 2)
  ret void
}
