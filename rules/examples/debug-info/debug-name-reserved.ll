; Broken: a name that only old versions of LLVM know.

!llvm.dbg.sp = !{}

; Near miss: a name of its own.

!dbg.sp = !{}
