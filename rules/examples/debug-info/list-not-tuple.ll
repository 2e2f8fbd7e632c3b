; Broken: a single member instead of a list.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", elements: !2)
!2 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: a list with one member.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", elements: !2)
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
