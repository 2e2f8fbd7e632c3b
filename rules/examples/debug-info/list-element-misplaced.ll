; Broken: a file is not a type.

!example = !{!0}
!0 = !DISubroutineType(types: !2)
!2 = !{null, !3}
!3 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a subroutine that takes an integer.

!example = !{!0}
!0 = !DISubroutineType(types: !2)
!2 = !{null, !5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
