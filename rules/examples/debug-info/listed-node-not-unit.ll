; Broken: a file in the list of units.

!llvm.dbg.cu = !{!2}
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a unit.

!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
