; Variables of blocks that control has left, according to debug information of C without optimisation. The variable %x is
; declared in the block !6, which is inside the function !4.

; The pointer outlives the block.
; #5: definite ended
define i32 @after.block() !dbg !4 {
  %p = alloca ptr
  %x = alloca i32
    #dbg_declare(ptr %x, !7, !DIExpression(), !9)
  store i32 1, ptr %x, !dbg !9
  store ptr %x, ptr %p, !dbg !9
  %q = load ptr, ptr %p, !dbg !10
  %value = load i32, ptr %q, !dbg !10
  ret i32 %value, !dbg !10
}

; The load is in the block, or in a block inside of it.
; #5: nothing
; #6: nothing
define i32 @in.block() !dbg !14 {
  %p = alloca ptr
  %x = alloca i32
    #dbg_declare(ptr %x, !17, !DIExpression(), !19)
  store i32 1, ptr %x, !dbg !19
  store ptr %x, ptr %p, !dbg !19
  %q = load ptr, ptr %p, !dbg !19
  %value = load i32, ptr %q, !dbg !19
  %inner = load i32, ptr %q, !dbg !20
  ret i32 %value, !dbg !19
}

; The source cannot name the variable outside of the block: the compiler does that, for purposes of its own.
; #3: nothing
define i32 @by.name() !dbg !24 {
  %x = alloca i32
    #dbg_declare(ptr %x, !27, !DIExpression(), !29)
  store i32 1, ptr %x, !dbg !29
  %part = getelementptr i8, ptr %x, i64 0, !dbg !30
  %value = load i32, ptr %part, !dbg !30
  ret i32 %value, !dbg !30
}

; The variable is one of the function, not of an inner block.
; #4: nothing
define i32 @of.function() !dbg !34 {
  %p = alloca ptr
  %x = alloca i32
    #dbg_declare(ptr %x, !37, !DIExpression(), !39)
  store ptr %x, ptr %p, !dbg !39
  %q = load ptr, ptr %p, !dbg !39
  store i32 1, ptr %q, !dbg !39
  ret i32 0, !dbg !39
}

; The load was inlined from another place, so its block says nothing.
; #5: nothing
define i32 @inlined() !dbg !44 {
  %p = alloca ptr
  %x = alloca i32
    #dbg_declare(ptr %x, !47, !DIExpression(), !49)
  store i32 1, ptr %x, !dbg !49
  store ptr %x, ptr %p, !dbg !49
  %q = load ptr, ptr %p, !dbg !50
  %value = load i32, ptr %q, !dbg !50
  ret i32 %value, !dbg !49
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "scopes.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: "after_block", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILexicalBlock(scope: !4, file: !1, line: 3)
!7 = !DILocalVariable(name: "x", scope: !6, file: !1, line: 4, type: !3)
!9 = !DILocation(line: 5, column: 1, scope: !6)
!10 = !DILocation(line: 7, column: 1, scope: !4)
!14 = distinct !DISubprogram(name: "in_block", file: !1, line: 11, unit: !0, spFlags: DISPFlagDefinition)
!16 = distinct !DILexicalBlock(scope: !14, file: !1, line: 13)
!17 = !DILocalVariable(name: "x", scope: !16, file: !1, line: 14, type: !3)
!18 = distinct !DILexicalBlock(scope: !16, file: !1, line: 16)
!19 = !DILocation(line: 15, column: 1, scope: !16)
!20 = !DILocation(line: 17, column: 1, scope: !18)
!24 = distinct !DISubprogram(name: "by_name", file: !1, line: 21, unit: !0, spFlags: DISPFlagDefinition)
!26 = distinct !DILexicalBlock(scope: !24, file: !1, line: 23)
!27 = !DILocalVariable(name: "x", scope: !26, file: !1, line: 24, type: !3)
!29 = !DILocation(line: 25, column: 1, scope: !26)
!30 = !DILocation(line: 27, column: 1, scope: !24)
!34 = distinct !DISubprogram(name: "of_function", file: !1, line: 31, unit: !0, spFlags: DISPFlagDefinition)
!37 = !DILocalVariable(name: "x", scope: !34, file: !1, line: 34, type: !3)
!39 = !DILocation(line: 37, column: 1, scope: !34)
!44 = distinct !DISubprogram(name: "inlined", file: !1, line: 41, unit: !0, spFlags: DISPFlagDefinition)
!46 = distinct !DILexicalBlock(scope: !44, file: !1, line: 43)
!47 = !DILocalVariable(name: "x", scope: !46, file: !1, line: 44, type: !3)
!49 = !DILocation(line: 45, column: 1, scope: !46)
!50 = !DILocation(line: 2, column: 1, scope: !4, inlinedAt: !49)
