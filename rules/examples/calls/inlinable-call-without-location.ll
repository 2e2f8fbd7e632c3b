; Broken: @g may be inlined, but the call has no location
define void @f() !dbg !3 {
  call void @g()
  ret void
}

define void @g() !dbg !4 {
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, unit: !1, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "g", file: !2, unit: !1, spFlags: DISPFlagDefinition)
; Near miss: another @g may be linked, so it is not inlined
define void @f() !dbg !3 {
  call void @g()
  ret void
}

define weak void @g() !dbg !4 {
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, unit: !1, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "g", file: !2, unit: !1, spFlags: DISPFlagDefinition)
