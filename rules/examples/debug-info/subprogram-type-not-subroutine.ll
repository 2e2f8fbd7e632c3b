; Broken: the type of a subprogram is an integer.

!example = !{!0}
!0 = !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, spFlags: 0)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a subprogram of a subroutine type.

!example = !{!0}
!0 = !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, spFlags: 0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!2 = !DIFile(filename: "f.c", directory: "/")
