; Broken: there is no behaviour 9.
!llvm.module.flags = !{!0}

!0 = !{i32 9, !"PIC Level", i32 2}

; Near miss: 8 selects the smaller value.
!llvm.module.flags = !{!0}

!0 = !{i32 8, !"PIC Level", i32 2}
