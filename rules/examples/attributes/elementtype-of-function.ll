; Broken: `elementtype` is not for functions.
declare void @count(ptr)

define void @f(ptr %p) {
  call void @count(ptr elementtype(i32) %p)
  ret void
}

; Near miss: inline assembly needs it.
define void @f(ptr %p) {
  call void asm sideeffect "inc $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
