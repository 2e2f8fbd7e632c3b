; Broken: the offset after an array of unknown length is unknown
declare void @llvm.localescape(...)
define void @f(i32 %n) {
  %x = alloca i32, i32 %n
  call void (...) @llvm.localescape(ptr %x)
  ret void
}
; Near miss: the length is known, and number 1 is left out
declare void @llvm.localescape(...)
define void @f() {
  %x = alloca i32, i32 7
  call void (...) @llvm.localescape(ptr %x, ptr null)
  ret void
}
