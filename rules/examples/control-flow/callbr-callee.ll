; Broken: a function cannot jump to the labels
define void @f(ptr %g) {
entry:
  callbr void %g() to label %end [ label %other ]

other:
  ret void

end:
  ret void
}
; Near miss: inline assembly can
define void @f() {
entry:
  callbr void asm sideeffect "", "!i"() to label %end [ label %other ]

other:
  ret void

end:
  ret void
}
