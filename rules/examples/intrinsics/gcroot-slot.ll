; Broken: the root is not in this frame
declare void @llvm.gcroot(ptr, ptr)
define void @f(ptr %root) gc "shadow-stack" {
  call void @llvm.gcroot(ptr %root, ptr null)
  ret void
}
; Near miss: the first field of a variable
declare void @llvm.gcroot(ptr, ptr)
define void @f() gc "shadow-stack" {
  %root = alloca ptr
  %same = getelementptr ptr, ptr %root, i64 0
  call void @llvm.gcroot(ptr %same, ptr null)
  ret void
}
