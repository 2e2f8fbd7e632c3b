; Broken: all arguments have names
declare void @llvm.va_start.p0(ptr)
define void @f(i32 %count) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  ret void
}
; Near miss: there may be more
declare void @llvm.va_start.p0(ptr)
define void @f(i32 %count, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  ret void
}
