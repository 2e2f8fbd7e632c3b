; Broken: the address of the result is a variable argument
declare void @g(...)

define void @f(ptr %result) {
  call void (...) @g(ptr sret(i32) %result)
  ret void
}
; Near miss: it is a parameter
declare void @g(ptr sret(i32), ...)

define void @f(ptr %result) {
  call void (ptr, ...) @g(ptr sret(i32) %result)
  ret void
}
