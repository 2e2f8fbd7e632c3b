; Broken: a definition without a type.

!example = !{!0}
!0 = !DIGlobalVariable(name: "x", scope: null, file: !2, line: 1, isLocal: false, isDefinition: true)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a declaration.

!example = !{!0}
!0 = !DIGlobalVariable(name: "x", scope: null, file: !2, line: 1, isLocal: false, isDefinition: false)
!2 = !DIFile(filename: "f.c", directory: "/")
