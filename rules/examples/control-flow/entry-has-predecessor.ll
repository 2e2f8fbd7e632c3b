; Broken: the loop begins where the function does
define void @f() {
loop:
  br label %loop
}
; Near miss: the loop has a block of its own
define void @f() {
entry:
  br label %loop

loop:
  br label %loop
}
