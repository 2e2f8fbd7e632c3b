; Broken: the guard is stored somewhere else
declare void @llvm.stackprotector(ptr, ptr)
define void @f(ptr %guard, ptr %slot) {
  call void @llvm.stackprotector(ptr %guard, ptr %slot)
  ret void
}
; Near miss: the guard is stored in the frame
declare void @llvm.stackprotector(ptr, ptr)
define void @f(ptr %guard) {
  %slot = alloca ptr
  call void @llvm.stackprotector(ptr %guard, ptr %slot)
  ret void
}
