; Broken: the sum is never used
define void @f(i32 %a) {
  %sum = add i32 %a, 1
  unreachable
}
; Near miss: the call may not return
declare void @abort()
define void @f() {
  call void @abort()
  unreachable
}
; According to the source, this is not reached; the compiler has already emitted the sum.
define void @compiled(i32 %a) "target-cpu"="x86-64" {
  %sum = add i32 %a, 1
  unreachable
}
