; Broken: the element type is missing.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_array_type, size: 128)

; Near miss: an array of integers.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 128)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
