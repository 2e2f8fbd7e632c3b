; Broken: neither read (0) nor write (1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define void @f(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 2, i32 3, i32 1)
  ret void
}
; Near miss: a write, soon and often, in the data cache
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define void @f(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 3, i32 1)
  ret void
}
