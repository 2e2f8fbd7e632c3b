; Broken: a name of early versions of LLVM.

!llvm.dbg.sp = !{}

; Near miss: a name that is not reserved.

!dbg.sp = !{}
