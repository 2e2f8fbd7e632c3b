; Broken: there is only a number 0
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare void @llvm.localescape(...)
define void @outer() {
  %x = alloca i32
  call void (...) @llvm.localescape(ptr %x)
  ret void
}
define void @f(ptr %frame) {
  %x = call ptr @llvm.localrecover(ptr @outer, ptr %frame, i32 1)
  ret void
}
; Near miss: there is a number 1
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare void @llvm.localescape(...)
define void @outer() {
  %x = alloca i32
  call void (...) @llvm.localescape(ptr %x, ptr %x)
  ret void
}
define void @f(ptr %frame) {
  %x = call ptr @llvm.localrecover(ptr @outer, ptr %frame, i32 1)
  ret void
}
