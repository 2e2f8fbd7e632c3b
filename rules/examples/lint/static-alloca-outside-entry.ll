; Broken: each iteration of the loop allocates more stack
declare void @use(ptr)
define void @f() {
entry:
  br label %loop
loop:
  %room = alloca i64
  call void @use(ptr %room)
  br label %loop
}
; Near miss: one allocation for all iterations
declare void @use(ptr)
define void @f() {
entry:
  %room = alloca i64
  br label %loop
loop:
  call void @use(ptr %room)
  br label %loop
}
