; Broken: the argument is not a pointer
declare i64 @llvm.experimental.gc.get.pointer.offset.i64(i64)
; Near miss: the offset of a pointer
declare i64 @llvm.experimental.gc.get.pointer.offset.p1(ptr addrspace(1))
