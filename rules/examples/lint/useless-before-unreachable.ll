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
; The source says that this is not reached, after the compiler has translated the sum.
define void @compiled(i32 %a) "target-cpu"="x86-64" {
  %sum = add i32 %a, 1
  unreachable
}
