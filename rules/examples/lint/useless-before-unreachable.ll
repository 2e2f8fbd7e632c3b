; Broken: nobody will ever use the sum
define void @f(i32 %a) {
  %sum = add i32 %a, 1
  unreachable
}
; Near miss: the call may be what does not return
declare void @abort()
define void @f() {
  call void @abort()
  unreachable
}
