; Broken: a namespace is not a file.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !2, baseType: !5)
!2 = !DINamespace(name: "n", scope: null)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: a file.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !2, baseType: !5)
!2 = !DIFile(filename: "f.c", directory: "/")
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
