; Broken: the sum is never used
define void @f(i32 %a) {
  %sum = add i32 %a, 1
  unreachable
}
; Near miss: the call may be the instruction that does not return
declare void @abort()
define void @f() {
  call void @abort()
  unreachable
}
