; Broken: a node
declare void @llvm.reloc.none(metadata)
define void @f() {
  call void @llvm.reloc.none(metadata !0)
  ret void
}
!0 = !{!"printf_float"}
; Near miss: a string
declare void @llvm.reloc.none(metadata)
define void @f() {
  call void @llvm.reloc.none(metadata !"printf_float")
  ret void
}
