; Broken: the mask is too narrow
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
define ptr @f(ptr %p) {
  %page = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 -4096)
  ret ptr %page
}
; Near miss: offsets from this pointer have 32 bits
target datalayout = "p:64:64:64:32"
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
define ptr @f(ptr %p) {
  %page = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 -4096)
  ret ptr %page
}
