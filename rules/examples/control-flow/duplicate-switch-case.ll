; Broken: build a switch on @f:%a with two cases 7 before @f:#0
; Broken: erase @f:#1
define void @f(i32 %a) {
entry:
  switch i32 %a, label %end [ i32 7, label %end ]

end:
  ret void
}
; Near miss: the case values differ, even though the destination is the same
define void @f(i32 %a) {
entry:
  switch i32 %a, label %end [
    i32 7, label %end
    i32 8, label %end
  ]

end:
  ret void
}
