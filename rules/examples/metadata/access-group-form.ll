; Broken: this group equals all other empty nodes
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !llvm.access.group !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = !{}
; Near miss: this group is distinct
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !llvm.access.group !0
  ret i32 %loaded
}
!0 = !{!1}
!1 = distinct !{}
