; Broken: the number of loaded bytes is unknown
declare i64 @llvm.aarch64.ldxr.p0(ptr)
define i64 @f(ptr %p) {
  %old = call i64 @llvm.aarch64.ldxr.p0(ptr %p)
  ret i64 %old
}
; Near miss: four bytes
declare i64 @llvm.aarch64.ldxr.p0(ptr)
define i64 @f(ptr %p) {
  %old = call i64 @llvm.aarch64.ldxr.p0(ptr elementtype(i32) %p)
  ret i64 %old
}
