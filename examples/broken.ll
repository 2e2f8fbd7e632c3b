; A module with a mistake: `irlog check examples/broken.ll` says which.

define i32 @larger(i32 %a, i32 %b) !dbg !4 {
entry:
  %more = icmp sgt i32 %a, %b, !dbg !7
  br i1 %more, label %first, label %end, !dbg !7

first:
  br label %end, !dbg !8

end:
  %result = phi i32 [ %a, %first ], !dbg !9
  ret i32 %result, !dbg !9
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "larger.c", directory: "/src")
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "larger", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !{!6, !6, !6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocation(line: 2, column: 9, scope: !4)
!8 = !DILocation(line: 3, column: 5, scope: !4)
!9 = !DILocation(line: 5, column: 3, scope: !4)
