; Broken: set operand 0 of @f:#0 to @f:%short
declare void @g(i64)

define void @f(i32 %short, i64 %long) {
  call void @g(i64 %long)
  ret void
}
; Near miss: the function type of the call has the type of the argument
declare void @g(i64)

define void @f(i32 %short) {
  call void (i32) @g(i32 %short)
  ret void
}
