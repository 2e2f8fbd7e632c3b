; FIND: ub %s
; FIND: ub %s --max-findings 1
; FIND: ub %s --format json --select undefined-division
; FIND: ub %s --format sarif --select undefined-division
; FIND: ub %s --format github
;
; A finding in every instantiation of a template is shown once; JSON and SARIF contain all of its functions, with the
; same fingerprint.
;
;   1  template <class T> T part(T whole) {
;   2    return whole / (whole - whole);
;   3  }
;   4  int all(int i) { return part(i) + part<short>(i) + part<long>(i); }
;
; The three instantiations divide at 2:16, and their values have other numbers if the argument is converted first. `all`
; contains the code of a fourth one inlined at 4:60: its call may be the cause, so this finding is shown separately.

define i32 @_Z4partIiET_S0_(i32 noundef %0) !dbg !10 {
  %2 = sdiv i32 %0, 0, !dbg !11
  ret i32 %2, !dbg !11
}

define i16 @_Z4partIsET_S0_(i16 noundef %0) !dbg !12 {
  %2 = sext i16 %0 to i32, !dbg !13
  %3 = sdiv i32 %2, 0, !dbg !13
  %4 = trunc i32 %3 to i16, !dbg !13
  ret i16 %4, !dbg !13
}

define i64 @_Z4partIlET_S0_(i64 noundef %0) !dbg !14 {
  %2 = sdiv i64 %0, 0, !dbg !15
  ret i64 %2, !dbg !15
}

define i32 @_Z3alli(i32 noundef %0) !dbg !16 {
  %2 = sdiv i32 %0, 0, !dbg !17
  ret i32 %2, !dbg !18
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "part.cpp", directory: "/src")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!10 = distinct !DISubprogram(name: "part<int>", linkageName: "_Z4partIiET_S0_", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 2, column: 16, scope: !10)
!12 = distinct !DISubprogram(name: "part<short>", linkageName: "_Z4partIsET_S0_", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 2, column: 16, scope: !12)
!14 = distinct !DISubprogram(name: "part<long>", linkageName: "_Z4partIlET_S0_", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 2, column: 16, scope: !14)
!16 = distinct !DISubprogram(name: "all", linkageName: "_Z3alli", scope: !2, file: !2, line: 4, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!17 = !DILocation(line: 2, column: 16, scope: !10, inlinedAt: !18)
!18 = distinct !DILocation(line: 4, column: 60, scope: !16)
