; Broken: a number instead of a name.
!llvm.module.flags = !{!0}

!0 = !{i32 1, i32 4, i32 2}

; Near miss: a string of digits.
!llvm.module.flags = !{!0}

!0 = !{i32 1, !"4", i32 2}
