; Broken: an immediate has no other attributes.
; Broken: add noundef to parameter 3 of @llvm.memset.p0.i64
declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)

; Near miss: no other attributes.
declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg)
