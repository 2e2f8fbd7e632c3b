; Broken: a function knows what its parameters point to.
declare void @count(ptr)

define void @f(ptr %p) {
  call void @count(ptr elementtype(i32) %p)
  ret void
}

; Near miss: inline assembly does not.
define void @f(ptr %p) {
  call void asm sideeffect "inc $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
