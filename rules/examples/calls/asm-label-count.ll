; Broken: the assembly has one label constraint
define void @f() {
  callbr void asm "jmp ${0:l}", "!i"()
          to label %next [label %one, label %two]

next:
  ret void

one:
  ret void

two:
  ret void
}
; Near miss: the assembly has two label constraints
define void @f() {
  callbr void asm "jmp ${0:l}; jmp ${1:l}", "!i,!i"()
          to label %next [label %one, label %two]

next:
  ret void

one:
  ret void

two:
  ret void
}
