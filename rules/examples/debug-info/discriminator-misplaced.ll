; Broken: a structure does not have a discriminator.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "v", elements: !2, discriminator: !3)
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: a variant part does.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_variant_part, name: "v", elements: !2, discriminator: !3)
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
