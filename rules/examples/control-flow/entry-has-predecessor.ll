; Broken: the header of the loop is the entry block
define void @f() {
loop:
  br label %loop
}
; Near miss: the loop has a header of its own
define void @f() {
entry:
  br label %loop

loop:
  br label %loop
}
