; Broken: two variables with the number 0
declare void @llvm.localescape(...)
define void @f() {
  %x = alloca i32
  %y = alloca i32
  call void (...) @llvm.localescape(ptr %x)
  call void (...) @llvm.localescape(ptr %y)
  ret void
}
; Near miss: numbers 0 and 1
declare void @llvm.localescape(...)
define void @f() {
  %x = alloca i32
  %y = alloca i32
  call void (...) @llvm.localescape(ptr %x, ptr %y)
  ret void
}
