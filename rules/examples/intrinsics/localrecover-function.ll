; Broken: the function is in another module
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare void @outer()
define void @f(ptr %frame) {
  %x = call ptr @llvm.localrecover(ptr @outer, ptr %frame, i32 0)
  ret void
}
; Near miss: the function is in this module
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare void @llvm.localescape(...)
define void @outer() {
  %x = alloca i32
  call void (...) @llvm.localescape(ptr %x)
  ret void
}
define void @f(ptr %frame) {
  %x = call ptr @llvm.localrecover(ptr @outer, ptr %frame, i32 0)
  ret void
}
