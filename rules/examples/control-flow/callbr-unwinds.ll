; Broken: an exception has nowhere to go
define void @f() {
entry:
  callbr void asm sideeffect unwind "", "!i"() to label %end [ label %other ]

other:
  ret void

end:
  ret void
}
; Near miss: it does not throw
define void @f() {
entry:
  callbr void asm sideeffect "", "!i"() to label %end [ label %other ]

other:
  ret void

end:
  ret void
}
