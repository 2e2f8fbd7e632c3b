; Broken: two functions share a subprogram.

define void @f() !dbg !3 {
  ret void
}

define void @g() !dbg !3 {
  ret void
}
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: each function has its own.

define void @f() !dbg !3 {
  ret void
}

define void @g() !dbg !4 {
  ret void
}
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = distinct !DISubprogram(name: "g", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
