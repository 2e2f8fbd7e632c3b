; Broken: a type is not a size.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: an expression is.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: !DIExpression(DW_OP_push_object_address))
