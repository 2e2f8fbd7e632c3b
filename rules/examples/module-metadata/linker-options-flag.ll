; Broken: the flag is no longer supported.
!llvm.module.flags = !{!0}

!0 = !{i32 6, !"Linker Options", !1}
!1 = !{!2}
!2 = !{!"-lm"}

; Near miss: the named metadata that replaced it.
!llvm.linker.options = !{!0}

!0 = !{!"-lm"}
