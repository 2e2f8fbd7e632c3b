; Broken: two pointers without metadata for the collector
declare void @llvm.gcroot(ptr, ptr)
define void @f() gc "shadow-stack" {
  %root = alloca { ptr, ptr }
  call void @llvm.gcroot(ptr %root, ptr null)
  ret void
}
; Near miss: two pointers with metadata
@pair = constant i32 2
declare void @llvm.gcroot(ptr, ptr)
define void @f() gc "shadow-stack" {
  %root = alloca { ptr, ptr }
  call void @llvm.gcroot(ptr %root, ptr @pair)
  ret void
}
