; Broken: a location in the metadata of a return.

define void @f() !dbg !3 {
  ret void, !example !0
}
!0 = !{!4}
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DILocation(line: 2, scope: !3)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: in the metadata of a loop.

define void @f() !dbg !3 {
entry:
  br label %loop

loop:
  br label %loop, !llvm.loop !0
}
!0 = distinct !{!0, !4}
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DILocation(line: 2, scope: !3)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
