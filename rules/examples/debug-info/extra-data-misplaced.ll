; Broken: two constants.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5, extraData: !2)
!2 = !{i32 1, i32 2}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: one.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5, extraData: !2)
!2 = !{i32 1}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
