; RUN: call-graph %s
; RUN: callers %s --of Parser::clone
; RUN: callers %s --of std::pair::pair
; RUN: points-to %s --of main:v
; RUN: points-to %s --of @_ZN1a4main17h0000000000000001E:%v
; FAIL: points-to %s --of main:lost
;
; Functions are named as in the source. If a symbol lacks generic arguments, debug information provides them:
;
; - Parser<E>::clone exists for two types, and the two closures of main have numbers.
; - The name of a default method contains the type that has it; the generic arguments of a function itself follow its
;   name.
; - Without debug information, the hash distinguishes two functions.
; - The symbol of a constructor is too new for the demangler; debug information contains its name.
; - A thunk is resolved to its target function.
;
; `main` is also a symbol, of the function that calls the one with the variable. A variable whose value is poison or
; null is not listed.

define i32 @main() {
  call void @_ZN1a4main17h0000000000000001E()
  ret i32 0
}

define void @_ZN1a4main17h0000000000000001E() !dbg !10 {
  %v = alloca i32, !dbg !30
    #dbg_value(ptr %v, !28, !DIExpression(), !30)
    #dbg_value(ptr poison, !29, !DIExpression(), !30)
    #dbg_value(ptr null, !29, !DIExpression(), !30)
  call void @"_ZN47_$LT$a..Parser$LT$E$GT$$u20$as$u20$a..Clone$GT$5clone17h0000000000000002E"(ptr %v), !dbg !30
  call void @"_ZN47_$LT$a..Parser$LT$E$GT$$u20$as$u20$a..Clone$GT$5clone17h0000000000000003E"(ptr %v), !dbg !30
  call void @"_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0000000000000004E"(), !dbg !30
  call void @"_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0000000000000005E"(), !dbg !30
  call void @_ZN1a4Iter3map17h0000000000000006E(), !dbg !30
  call void @_ZN1a4swap17h0000000000000007E(), !dbg !30
  call void @_ZN1a4swap17h0000000000000008E(), !dbg !30
  call void @_ZNSt4pairIiiEC2IiTnNSt9enable_ifILb1EE4typeELb1EEET_(), !dbg !30
  call void @_ZThn8_N1b1fEv(), !dbg !30
  ret void
}

define void @"_ZN47_$LT$a..Parser$LT$E$GT$$u20$as$u20$a..Clone$GT$5clone17h0000000000000002E"(ptr %self) !dbg !11 {
  ret void
}

define void @"_ZN47_$LT$a..Parser$LT$E$GT$$u20$as$u20$a..Clone$GT$5clone17h0000000000000003E"(ptr %self) !dbg !12 {
  ret void
}

define void @"_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0000000000000004E"() !dbg !13 {
  ret void
}

define void @"_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0000000000000005E"() !dbg !14 {
  ret void
}

define void @_ZN1a4Iter3map17h0000000000000006E() !dbg !15 {
  ret void
}

define void @_ZN1a4swap17h0000000000000007E() {
  ret void
}

define void @_ZN1a4swap17h0000000000000008E() {
  ret void
}

define void @_ZNSt4pairIiiEC2IiTnNSt9enable_ifILb1EE4typeELb1EEET_() !dbg !16 {
  ret void
}

define void @_ZThn8_N1b1fEv() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "names.rs", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DINamespace(name: "a", scope: null)
!7 = !DINamespace(name: "main", scope: !6)
!8 = !DINamespace(name: "{impl#0}", scope: !6)
!9 = !DINamespace(name: "std", scope: null)
!10 = distinct !DISubprogram(name: "main", scope: !6, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "clone<a::Color>", scope: !8, file: !1, line: 2, type: !4, unit: !0, spFlags: DISPFlagDefinition, templateParams: !20)
!12 = distinct !DISubprogram(name: "clone<a::Size>", scope: !8, file: !1, line: 2, type: !4, unit: !0, spFlags: DISPFlagDefinition, templateParams: !20)
!13 = distinct !DISubprogram(name: "{closure#0}", scope: !7, file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!14 = distinct !DISubprogram(name: "{closure#1}", scope: !7, file: !1, line: 4, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!15 = distinct !DISubprogram(name: "map<a::Range, a::main::{closure_env#0}>", scope: !17, file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition, templateParams: !21)
!16 = distinct !DISubprogram(name: "pair<int, true>", scope: !18, file: !1, line: 6, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!17 = !DINamespace(name: "Iter", scope: !6)
!18 = !DICompositeType(tag: DW_TAG_structure_type, name: "pair<int, int>", scope: !9, file: !1, line: 6, size: 64)
!20 = !{!22}
!21 = !{!23, !24}
!22 = !DITemplateTypeParameter(name: "E", type: !25)
!23 = !DITemplateTypeParameter(name: "Self", type: !25)
!24 = !DITemplateTypeParameter(name: "F", type: !25)
!25 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!28 = !DILocalVariable(name: "v", scope: !10, file: !1, line: 7, type: !25)
!29 = !DILocalVariable(name: "lost", scope: !10, file: !1, line: 8, type: !25)
!30 = !DILocation(line: 9, column: 5, scope: !10)
