; Broken: if %x is 0 and %y is poison, the conjunction is poison
define i32 @f(i32 noundef %x, i32 %y) {
  %is.some = icmp ne i32 %x, 0
  %is.greater = icmp ugt i32 %x, %y
  %both = and i1 %is.some, %is.greater
  br i1 %both, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
; Near miss: then the select is false
define i32 @f(i32 noundef %x, i32 %y) {
  %is.some = icmp ne i32 %x, 0
  %is.greater = icmp ugt i32 %x, %y
  %both = select i1 %is.some, i1 %is.greater, i1 false
  br i1 %both, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
; A pass made this `and`, and proved that it is correct.
define i32 @compiled(i32 noundef %x, i32 %y) "target-cpu"="x86-64" {
  %is.some = icmp ne i32 %x, 0
  %is.greater = icmp ugt i32 %x, %y
  %both = and i1 %is.some, %is.greater
  br i1 %both, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
