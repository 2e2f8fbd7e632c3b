; Broken: a vector of two dimensions.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 128, flags: DIFlagVector, elements: !2)
!2 = !{!3, !3}
!3 = !DISubrange(count: 4)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: one dimension.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 128, flags: DIFlagVector, elements: !2)
!2 = !{!3}
!3 = !DISubrange(count: 4)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
