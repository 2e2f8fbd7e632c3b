; Broken: move @g:#0 before @f:#0
; Broken: erase @f:#1
define i32 @f(i32 %a) {
  ret i32 %a
}

define void @g() {
  ret void
}
; Near miss: each `ret` matches the return type
define i32 @f(i32 %a) {
  ret i32 %a
}

define void @g() {
  ret void
}
