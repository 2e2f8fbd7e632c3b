; RUN: extract %s -o %t
; EDIT: %t/instruction_operand.csv @total:#0,1,@total:%first @total:#0,1,@total:%wide
; EDIT: %t/binary_instruction.csv @total:#0,add,@total:%first,@total:%first @total:#0,add,@total:%first,@total:%wide
; FIND: check %t --select binary-operands-differ
; FIND: check %t --select binary-operands-differ --format json
; FIND: check %t --select binary-operands-differ --format sarif
; FIND: check %t --select binary-operands-differ --format github
;
; The parser would reject a sum of an i32 and an i64. So the test changes the facts of a well-formed module: the second
; operand of the sum, inlined from another function, becomes %wide.

define i32 @total(i32 %first, i64 %wide) !dbg !4 {
  %sum = add nsw i32 %first, %first, !dbg !8
  ret i32 %sum, !dbg !9
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "total.c", directory: "/src")
!3 = !DIFile(filename: "include/sum, 100%.h", directory: "/src")
!4 = distinct !DISubprogram(name: "total", scope: !2, file: !2, line: 4, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 1, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, column: 11, scope: !7, inlinedAt: !9)
!9 = distinct !DILocation(line: 5, column: 3, scope: !4)
