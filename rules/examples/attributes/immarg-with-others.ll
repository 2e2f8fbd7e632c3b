; Broken: of course an immediate is not undefined.
; Broken: add noundef to parameter 3 of @llvm.memset.p0.i64
declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)

; Near miss: nothing else is said of it.
declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)
