; Broken: a negative minimum.
!llvm.module.flags = !{!0}

!0 = !{i32 8, !"level", i32 -1}

; Near miss: a negative maximum.
!llvm.module.flags = !{!0}

!0 = !{i32 7, !"level", i32 -1}
