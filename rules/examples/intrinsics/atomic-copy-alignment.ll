; Broken: the source may be at any address
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
define void @f(ptr %to, ptr %from) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %to, ptr %from, i32 12, i32 4)
  ret void
}
; Near miss: both are aligned, one of them more than required
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
define void @f(ptr %to, ptr %from) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %to, ptr align 8 %from, i32 12, i32 4)
  ret void
}
