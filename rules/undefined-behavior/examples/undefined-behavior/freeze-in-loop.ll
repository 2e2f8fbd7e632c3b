; Broken: @g may receive a different value each time
declare i1 @g(i32)
define void @f(i32 %value) {
entry:
  br label %loop
loop:
  %frozen = freeze i32 %value
  %again = call noundef i1 @g(i32 %frozen)
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
; Near miss: @g receives the same value each time
declare i1 @g(i32)
define void @f(i32 %value) {
entry:
  %frozen = freeze i32 %value
  br label %loop
loop:
  %again = call noundef i1 @g(i32 %frozen)
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
