; Broken: a macro of type `DW_MACINFO_start_file`.

!example = !{!0}
!0 = !DIMacro(type: DW_MACINFO_start_file, line: 1, name: "M")

; Near miss: a macro that is undefined.

!example = !{!0}
!0 = !DIMacro(type: DW_MACINFO_undef, line: 1, name: "M")
