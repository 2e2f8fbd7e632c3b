; Broken: a pointer to a file.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!5 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a pointer to an integer.

!example = !{!0}
!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
