; Broken: the call is in the second block
declare void @llvm.localescape(...)
define void @f() {
  %x = alloca i32
  br label %next
next:
  call void (...) @llvm.localescape(ptr %x)
  ret void
}
; Near miss: the call is in the first block
declare void @llvm.localescape(...)
define void @f() {
  %x = alloca i32
  call void (...) @llvm.localescape(ptr %x)
  br label %next
next:
  ret void
}
