; Broken: the size of `wchar_t` is a string.
!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", !"4"}

; Near miss: it is a number.
!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
