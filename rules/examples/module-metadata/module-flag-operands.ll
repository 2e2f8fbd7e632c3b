; Broken: the value is missing.
!llvm.module.flags = !{!0}

!0 = !{i32 1, !"PIC Level"}

; Near miss: behaviour, name and value.
!llvm.module.flags = !{!0}

!0 = !{i32 8, !"PIC Level", i32 2}
