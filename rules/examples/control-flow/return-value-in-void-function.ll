; Broken: move @g:#0 before @f:#0
; Broken: erase @f:#1
define void @f(i32 %a) {
  ret void
}

define i32 @g() {
  ret i32 7
}
; Near miss: only the function that returns a value has a `ret` with one
define void @f(i32 %a) {
  ret void
}

define i32 @g() {
  ret i32 7
}
