; Broken: a type is not an expression.

define void @f(ptr %p, i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !6, !5, !4)
  ret void
}
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DILocation(line: 2, scope: !3)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "x", scope: !3, type: !5)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: the empty expression.

define void @f(ptr %p, i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !6, !DIExpression(), !4)
  ret void
}
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DILocation(line: 2, scope: !3)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "x", scope: !3, type: !5)
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
