; Broken: the size of `wchar_t` is written as a string.
!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", !"4"}

; Near miss: as a number.
!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
