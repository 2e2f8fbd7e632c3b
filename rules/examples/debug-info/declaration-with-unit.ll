; Broken: a declaration with a unit.

!example = !{!0}
!0 = !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: 0, unit: !1)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a declaration without a unit.

!example = !{!0}
!0 = !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: 0)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
