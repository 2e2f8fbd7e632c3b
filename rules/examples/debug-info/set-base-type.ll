; Broken: a set of floating-point numbers.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_set_type, baseType: !5)
!5 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)

; Near miss: a set of integers.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_set_type, baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
