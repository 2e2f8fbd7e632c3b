; Broken: an empty tuple is not a location
define void @f() {
  ret void, !dbg !0
}
!0 = !{}
; Near miss: the instruction comes from line 7
define void @f() !dbg !3 {
  ret void, !dbg !4
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, line: 6, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, scope: !3)
