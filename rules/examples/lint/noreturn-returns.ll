; Broken: the function returns
define void @f() noreturn {
  ret void
}
; Near miss: it never returns
define void @f() noreturn {
entry:
  br label %loop
loop:
  br label %loop
}
