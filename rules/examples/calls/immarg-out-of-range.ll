; Broken: the size must be 128
declare void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.cta(ptr, i32)

define void @f(ptr %map) {
  call void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.cta(ptr %map, i32 64)
  ret void
}
; Near miss: the size is 128
declare void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.cta(ptr, i32)

define void @f(ptr %map) {
  call void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.cta(ptr %map, i32 128)
  ret void
}
