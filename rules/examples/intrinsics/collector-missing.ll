; Broken: a barrier without a collector
declare void @llvm.gcwrite(ptr, ptr, ptr)
define void @f(ptr %value, ptr %object, ptr %field) {
  call void @llvm.gcwrite(ptr %value, ptr %object, ptr %field)
  ret void
}
; Near miss: the function has a collector
declare void @llvm.gcwrite(ptr, ptr, ptr)
define void @f(ptr %value, ptr %object, ptr %field) gc "shadow-stack" {
  call void @llvm.gcwrite(ptr %value, ptr %object, ptr %field)
  ret void
}
