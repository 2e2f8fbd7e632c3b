; Broken: a column without a line.

!example = !{!0}
!0 = distinct !DILexicalBlock(scope: !3, file: !2, column: 3)
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a column of the first line.

!example = !{!0}
!0 = distinct !DILexicalBlock(scope: !3, file: !2, line: 1, column: 3)
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
