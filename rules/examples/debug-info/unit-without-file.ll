; Broken: the file is a string.

!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !"f.c", emissionKind: FullDebug)

; Near miss: the file is a `DIFile`.

!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
