; Broken: the header of the loop is the entry block
define void @f() {
loop:
  br label %loop
}
; Near miss: the loop has a separate header
define void @f() {
entry:
  br label %loop

loop:
  br label %loop
}
