; Broken: add sret i32 to parameter 0 of @f
define i32 @f(ptr %result) {
  ret i32 0
}
; Near miss: the result is only in the memory that the parameter points to
define void @f(ptr sret(i32) %result) {
  store i32 0, ptr %result
  ret void
}
