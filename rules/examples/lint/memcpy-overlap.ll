; Broken: this copies memory onto itself
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %place) {
  call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %place, i64 8, i1 false)
  ret void
}
; Near miss: `memmove` may do so
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %place) {
  call void @llvm.memmove.p0.p0.i64(ptr %place, ptr %place, i64 8, i1 false)
  ret void
}
