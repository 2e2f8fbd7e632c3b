; Broken: a typedef does not have an address space.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_typedef, baseType: !5, dwarfAddressSpace: 1)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: a pointer does.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, dwarfAddressSpace: 1)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
