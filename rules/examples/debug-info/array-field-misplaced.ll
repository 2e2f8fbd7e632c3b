; Broken: a structure does not have a rank.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, baseType: !5, elements: !2, rank: !DIExpression(DW_OP_push_object_address))
!2 = !{}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: an array does.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !2, rank: !DIExpression(DW_OP_push_object_address))
!2 = !{}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
