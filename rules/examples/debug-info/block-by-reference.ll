; Broken: the flag is reserved.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", flags: DIFlagReservedBit4)

; Near miss: another flag.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", flags: DIFlagFwdDecl)
