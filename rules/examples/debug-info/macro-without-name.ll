; Broken: without a name.

!example = !{!0}
!0 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "")

; Near miss: with a name.

!example = !{!0}
!0 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "M")
