; Broken: an exception has no destination
define void @f() {
entry:
  callbr void asm sideeffect unwind "", "!i"() to label %end [ label %other ]

other:
  ret void

end:
  ret void
}
; Near miss: the assembly does not unwind
define void @f() {
entry:
  callbr void asm sideeffect "", "!i"() to label %end [ label %other ]

other:
  ret void

end:
  ret void
}
