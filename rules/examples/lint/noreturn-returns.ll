; Broken: callers may have been compiled as if nothing came after the call
define void @f() noreturn {
  ret void
}
; Near miss: it never comes to an end
define void @f() noreturn {
entry:
  br label %loop
loop:
  br label %loop
}
