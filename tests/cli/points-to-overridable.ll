; RUN: points-to %s --of @main:%chosen --of @main:%other
; RUN: callees %s --at points-to-overridable.c:1
;
; Another file may define @choose, and then calls reach that definition; @fixed cannot be overridden.

@one = internal global i32 1

define weak ptr @choose() {
  ret ptr @one
}

define internal ptr @fixed() {
  ret ptr @one
}

define i32 @main() !dbg !4 {
  %chosen = call ptr @choose(), !dbg !5
  %other = call ptr @fixed()
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "points-to-overridable.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 1, column: 3, scope: !4)
