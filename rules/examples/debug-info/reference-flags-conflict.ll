; Broken: passed by value and by reference.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", flags: DIFlagTypePassByValue | DIFlagTypePassByReference)

; Near miss: passed by value.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", flags: DIFlagTypePassByValue)
