; Broken: the base of an object is not an integer
declare i64 @llvm.experimental.gc.get.pointer.base.i64.p1(ptr addrspace(1))
; Near miss: it is a pointer
declare ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1(ptr addrspace(1))
