; Broken: is it 1 or 2?
!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"level", i32 1}
!1 = !{i32 1, !"level", i32 2}

; Near miss: one of them only says what the other has to be.
!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"level", i32 1}
!1 = !{i32 3, !"level", !2}
!2 = !{!"level", i32 1}
