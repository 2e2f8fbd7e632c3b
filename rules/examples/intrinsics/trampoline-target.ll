; Broken: an unknown function
declare void @llvm.init.trampoline(ptr, ptr, ptr)
define void @f(ptr %trampoline, ptr %function, ptr %frame) {
  call void @llvm.init.trampoline(ptr %trampoline, ptr %function, ptr %frame)
  ret void
}
; Near miss: a known function
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare void @inner(ptr nest)
define void @f(ptr %trampoline, ptr %frame) {
  call void @llvm.init.trampoline(ptr %trampoline, ptr @inner, ptr %frame)
  ret void
}
