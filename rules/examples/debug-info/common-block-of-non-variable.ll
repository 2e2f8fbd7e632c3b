; Broken: a type is not storage.

!example = !{!0}
!0 = !DICommonBlock(scope: null, declaration: !5, name: "c")
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: a variable is.

!example = !{!0}
!0 = !DICommonBlock(scope: null, declaration: !3, name: "c")
!3 = !DIGlobalVariable(name: "x", type: !5, isLocal: false, isDefinition: true)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
