; Broken: three bytes at once
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
define void @f(ptr %to, ptr %from) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %to, ptr align 4 %from, i32 12, i32 3)
  ret void
}
; Near miss: four bytes at once
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
define void @f(ptr %to, ptr %from) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %to, ptr align 4 %from, i32 12, i32 4)
  ret void
}
