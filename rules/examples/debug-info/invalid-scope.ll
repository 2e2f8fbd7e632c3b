; Broken: a list of nodes is not a scope.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", scope: !2, baseType: !5)
!2 = !{}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: a namespace is a scope.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", scope: !2, baseType: !5)
!2 = !DINamespace(name: "n", scope: null)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
