; Broken: nothing can be appended to a number.
!llvm.module.flags = !{!0}

!0 = !{i32 5, !"libraries", i32 1}

; Near miss: an empty list.
!llvm.module.flags = !{!0}

!0 = !{i32 5, !"libraries", !1}
!1 = !{}
