; RUN: call-graph %s --escaped-memory opaque --format csv --relation call_edge
;
; All objects and tables here have escaped to external code. Debug information shows which callees are likely.
;
; `animal->speak()` is a call through a pointer to an Animal: it runs Animal::speak or Cat::speak. Machine::start is in
; the same slot of its table and has the same type, but a Machine is not an Animal.
;
; `timer->expire()` runs a function that was stored in that member of a Timer. In a Menu, @open is stored at the same
; offset. External code could store both there.
;
;     struct Animal { virtual void speak(); };
;     struct Machine { virtual void start(); };
;     struct Cat : Animal { void speak() override; };
;     struct Timer { long period; void (*expire)(); };
;     struct Menu { long items; void (*choose)(); };
;     void call_class(Animal *animal) { animal->speak(); }
;     void call_member(Timer *timer) { timer->expire(); }
;     void set_timer(Timer *timer) { timer->expire = ring; }
;     void set_menu(Menu *menu) { menu->choose = open; }

%struct.Timer = type { i64, ptr }
%struct.Menu = type { i64, ptr }

@_ZTV6Animal = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN6Animal5speakEv] }
@_ZTV7Machine = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN7Machine5startEv] }
@_ZTV3Cat = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN3Cat5speakEv] }

define void @call_class(ptr %0) !dbg !10 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !27, !DIExpression(), !28)
  %3 = load ptr, ptr %2, !dbg !29
  %4 = load ptr, ptr %3, !dbg !30
  %5 = getelementptr inbounds ptr, ptr %4, i64 0, !dbg !30
  %6 = load ptr, ptr %5, !dbg !30
  call void %6(ptr %3), !dbg !30
  ret void, !dbg !31
}

define void @call_member(ptr %0) !dbg !32 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !44, !DIExpression(), !45)
  %3 = load ptr, ptr %2, !dbg !46
  %4 = getelementptr inbounds %struct.Timer, ptr %3, i32 0, i32 1, !dbg !47
  %5 = load ptr, ptr %4, !dbg !47
  call void %5(), !dbg !46
  ret void, !dbg !48
}

define void @_ZN6Animal5speakEv(ptr %0) !dbg !49 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !50, !DIExpression(), !51)
  %3 = load ptr, ptr %2
  ret void, !dbg !52
}

define void @_ZN7Machine5startEv(ptr %0) !dbg !53 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !61, !DIExpression(), !63)
  %3 = load ptr, ptr %2
  ret void, !dbg !64
}

define void @_ZN3Cat5speakEv(ptr %0) !dbg !65 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !73, !DIExpression(), !75)
  %3 = load ptr, ptr %2
  ret void, !dbg !76
}

define void @set_timer(ptr %0) !dbg !77 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !78, !DIExpression(), !79)
  %3 = load ptr, ptr %2, !dbg !80
  %4 = getelementptr inbounds %struct.Timer, ptr %3, i32 0, i32 1, !dbg !81
  store ptr @_ZL4ringv, ptr %4, !dbg !82
  ret void, !dbg !83
}

define internal void @_ZL4ringv() !dbg !84 {
  ret void, !dbg !85
}

define void @set_menu(ptr %0) !dbg !86 {
  %2 = alloca ptr
  store ptr %0, ptr %2
    #dbg_declare(ptr %2, !94, !DIExpression(), !95)
  %3 = load ptr, ptr %2, !dbg !96
  %4 = getelementptr inbounds %struct.Menu, ptr %3, i32 0, i32 1, !dbg !97
  store ptr @_ZL4openv, ptr %4, !dbg !98
  ret void, !dbg !99
}

define internal void @_ZL4openv() !dbg !100 {
  ret void, !dbg !101
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "types.cpp", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DISubprogram(name: "call_class", scope: !1, file: !1, line: 7, type: !11, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !26)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !13}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Animal", file: !1, line: 1, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !15, vtableHolder: !14)
!15 = !{!16, !22}
!16 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Animal", scope: !1, file: !1, baseType: !17, size: 64, flags: DIFlagArtificial)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !19, size: 64)
!19 = !DISubroutineType(types: !20)
!20 = !{!21}
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DISubprogram(name: "speak", linkageName: "_ZN6Animal5speakEv", scope: !14, file: !1, line: 1, type: !23, scopeLine: 1, containingType: !14, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!23 = !DISubroutineType(types: !24)
!24 = !{null, !25}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!26 = !{}
!27 = !DILocalVariable(name: "animal", arg: 1, scope: !10, file: !1, line: 7, type: !13)
!28 = !DILocation(line: 7, column: 36, scope: !10)
!29 = !DILocation(line: 7, column: 46, scope: !10)
!30 = !DILocation(line: 7, column: 54, scope: !10)
!31 = !DILocation(line: 7, column: 63, scope: !10)
!32 = distinct !DISubprogram(name: "call_member", scope: !1, file: !1, line: 8, type: !33, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !26)
!33 = !DISubroutineType(types: !34)
!34 = !{null, !35}
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Timer", file: !1, line: 4, size: 128, flags: DIFlagTypePassByValue, elements: !37, identifier: "_ZTS5Timer")
!37 = !{!38, !40}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "period", scope: !36, file: !1, line: 4, baseType: !39, size: 64)
!39 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "expire", scope: !36, file: !1, line: 4, baseType: !41, size: 64, offset: 64)
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64)
!42 = !DISubroutineType(types: !43)
!43 = !{null}
!44 = !DILocalVariable(name: "timer", arg: 1, scope: !32, file: !1, line: 8, type: !35)
!45 = !DILocation(line: 8, column: 36, scope: !32)
!46 = !DILocation(line: 8, column: 45, scope: !32)
!47 = !DILocation(line: 8, column: 52, scope: !32)
!48 = !DILocation(line: 8, column: 62, scope: !32)
!49 = distinct !DISubprogram(name: "speak", linkageName: "_ZN6Animal5speakEv", scope: !14, file: !1, line: 9, type: !23, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !22, retainedNodes: !26)
!50 = !DILocalVariable(name: "this", arg: 1, scope: !49, type: !13, flags: DIFlagArtificial | DIFlagObjectPointer)
!51 = !DILocation(line: 0, scope: !49)
!52 = !DILocation(line: 9, column: 23, scope: !49)
!53 = distinct !DISubprogram(name: "start", linkageName: "_ZN7Machine5startEv", scope: !54, file: !1, line: 10, type: !58, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !57, retainedNodes: !26)
!54 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Machine", file: !1, line: 2, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !55, vtableHolder: !54)
!55 = !{!56, !57}
!56 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Machine", scope: !1, file: !1, baseType: !17, size: 64, flags: DIFlagArtificial)
!57 = !DISubprogram(name: "start", linkageName: "_ZN7Machine5startEv", scope: !54, file: !1, line: 2, type: !58, scopeLine: 2, containingType: !54, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!58 = !DISubroutineType(types: !59)
!59 = !{null, !60}
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !54, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!61 = !DILocalVariable(name: "this", arg: 1, scope: !53, type: !62, flags: DIFlagArtificial | DIFlagObjectPointer)
!62 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !54, size: 64)
!63 = !DILocation(line: 0, scope: !53)
!64 = !DILocation(line: 10, column: 24, scope: !53)
!65 = distinct !DISubprogram(name: "speak", linkageName: "_ZN3Cat5speakEv", scope: !66, file: !1, line: 11, type: !70, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !69, retainedNodes: !26)
!66 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Cat", file: !1, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !67, vtableHolder: !14)
!67 = !{!68, !69}
!68 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !66, baseType: !14, extraData: i32 0)
!69 = !DISubprogram(name: "speak", linkageName: "_ZN3Cat5speakEv", scope: !66, file: !1, line: 3, type: !70, scopeLine: 3, containingType: !66, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!70 = !DISubroutineType(types: !71)
!71 = !{null, !72}
!72 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !66, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!73 = !DILocalVariable(name: "this", arg: 1, scope: !65, type: !74, flags: DIFlagArtificial | DIFlagObjectPointer)
!74 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !66, size: 64)
!75 = !DILocation(line: 0, scope: !65)
!76 = !DILocation(line: 11, column: 20, scope: !65)
!77 = distinct !DISubprogram(name: "set_timer", scope: !1, file: !1, line: 14, type: !33, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !26)
!78 = !DILocalVariable(name: "timer", arg: 1, scope: !77, file: !1, line: 14, type: !35)
!79 = !DILocation(line: 14, column: 34, scope: !77)
!80 = !DILocation(line: 14, column: 43, scope: !77)
!81 = !DILocation(line: 14, column: 50, scope: !77)
!82 = !DILocation(line: 14, column: 57, scope: !77)
!83 = !DILocation(line: 14, column: 65, scope: !77)
!84 = distinct !DISubprogram(name: "ring", linkageName: "_ZL4ringv", scope: !1, file: !1, line: 12, type: !42, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!85 = !DILocation(line: 12, column: 21, scope: !84)
!86 = distinct !DISubprogram(name: "set_menu", scope: !1, file: !1, line: 15, type: !87, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !26)
!87 = !DISubroutineType(types: !88)
!88 = !{null, !89}
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 64)
!90 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Menu", file: !1, line: 5, size: 128, flags: DIFlagTypePassByValue, elements: !91, identifier: "_ZTS4Menu")
!91 = !{!92, !93}
!92 = !DIDerivedType(tag: DW_TAG_member, name: "items", scope: !90, file: !1, line: 5, baseType: !39, size: 64)
!93 = !DIDerivedType(tag: DW_TAG_member, name: "choose", scope: !90, file: !1, line: 5, baseType: !41, size: 64, offset: 64)
!94 = !DILocalVariable(name: "menu", arg: 1, scope: !86, file: !1, line: 15, type: !89)
!95 = !DILocation(line: 15, column: 32, scope: !86)
!96 = !DILocation(line: 15, column: 40, scope: !86)
!97 = !DILocation(line: 15, column: 46, scope: !86)
!98 = !DILocation(line: 15, column: 53, scope: !86)
!99 = !DILocation(line: 15, column: 61, scope: !86)
!100 = distinct !DISubprogram(name: "open", linkageName: "_ZL4openv", scope: !1, file: !1, line: 13, type: !42, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!101 = !DILocation(line: 13, column: 21, scope: !100)
