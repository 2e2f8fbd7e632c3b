; Broken: two values.
!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"level", i32 1}
!1 = !{i32 1, !"level", i32 2}

; Near miss: one of the flags is a requirement.
!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"level", i32 1}
!1 = !{i32 3, !"level", !2}
!2 = !{!"level", i32 1}
