; Broken: passed as a copy and as the static chain.
declare void @call(ptr byval(i32) nest)

; Near miss: `sret` may be passed in a register.
declare void @make(ptr sret(i32) inreg)
