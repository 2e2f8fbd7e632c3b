; Broken: the declaration is a basic type.

!example = !{!0}
!0 = !DIGlobalVariable(name: "x", file: !2, line: 1, type: !5, isLocal: false, isDefinition: true, declaration: !3)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !DIBasicType(name: "int")
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a static member.

!example = !{!0}
!0 = !DIGlobalVariable(name: "x", file: !2, line: 1, type: !5, isLocal: false, isDefinition: true, declaration: !3)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !DIDerivedType(tag: DW_TAG_member, name: "x", baseType: !5, flags: DIFlagStaticMember)
!2 = !DIFile(filename: "f.c", directory: "/")
