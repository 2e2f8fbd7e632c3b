; Broken: add sret i32 to parameter 0 of @f
define i32 @f(ptr %result) {
  ret i32 0
}
; Near miss: what the parameter points to is all that is returned
define void @f(ptr sret(i32) %result) {
  store i32 0, ptr %result
  ret void
}
