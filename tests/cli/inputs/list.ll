; The input of several tests here, compiled from this program by clang -g:
;
;   void *malloc(unsigned long);
;   void observe(void *);
;   int *elsewhere(void);
;
;   struct node {
;     struct node *next;
;     int *data[2];
;   };
;
;   static struct node list;
;
;   static int first(int *p) { return p[0]; }
;   static int second(int *p) { return p[1]; }
;   static int (*table[2])(int *) = {first, second};
;
;   static struct node *push(struct node *tail) {
;     struct node *node = malloc(sizeof *node);
;     node->next = tail;
;     return node;
;   }
;
;   int main(int argc, char **argv) {
;     int local = 0;
;     int other = 0;
;     list.next = push(&list);
;     list.data[1] = &local;
;     observe(&other);
;     int *unknown = elsewhere();
;     return table[argc](list.data[1]) + *unknown;
;   }

source_filename = "list.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, [2 x ptr] }

@list = internal global %struct.node zeroinitializer, align 8, !dbg !0
@table = internal global [2 x ptr] [ptr @first, ptr @second], align 16, !dbg !5

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) !dbg !29 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !36, !DIExpression(), !37)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !38, !DIExpression(), !39)
    #dbg_declare(ptr %6, !40, !DIExpression(), !41)
  store i32 0, ptr %6, align 4, !dbg !41
    #dbg_declare(ptr %7, !42, !DIExpression(), !43)
  store i32 0, ptr %7, align 4, !dbg !43
  %9 = call ptr @push(ptr noundef @list), !dbg !44
  store ptr %9, ptr @list, align 8, !dbg !45
  store ptr %6, ptr getelementptr inbounds ([2 x ptr], ptr getelementptr inbounds (%struct.node, ptr @list, i32 0, i32 1), i64 0, i64 1), align 8, !dbg !46
  call void @observe(ptr noundef %7), !dbg !47
    #dbg_declare(ptr %8, !48, !DIExpression(), !49)
  %10 = call ptr @elsewhere(), !dbg !50
  store ptr %10, ptr %8, align 8, !dbg !49
  %11 = load i32, ptr %4, align 4, !dbg !51
  %12 = sext i32 %11 to i64, !dbg !52
  %13 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %12, !dbg !52
  %14 = load ptr, ptr %13, align 8, !dbg !52
  %15 = load ptr, ptr getelementptr inbounds ([2 x ptr], ptr getelementptr inbounds (%struct.node, ptr @list, i32 0, i32 1), i64 0, i64 1), align 8, !dbg !53
  %16 = call i32 %14(ptr noundef %15), !dbg !52
  %17 = load ptr, ptr %8, align 8, !dbg !54
  %18 = load i32, ptr %17, align 4, !dbg !55
  %19 = add nsw i32 %16, %18, !dbg !56
  ret i32 %19, !dbg !57
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @push(ptr noundef %0) !dbg !58 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !61, !DIExpression(), !62)
    #dbg_declare(ptr %3, !63, !DIExpression(), !64)
  %4 = call ptr @malloc(i64 noundef 24), !dbg !65
  store ptr %4, ptr %3, align 8, !dbg !64
  %5 = load ptr, ptr %2, align 8, !dbg !66
  %6 = load ptr, ptr %3, align 8, !dbg !67
  %7 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 0, !dbg !68
  store ptr %5, ptr %7, align 8, !dbg !69
  %8 = load ptr, ptr %3, align 8, !dbg !70
  ret ptr %8, !dbg !71
}

declare void @observe(ptr noundef)

declare ptr @elsewhere()

; Function Attrs: allocsize(0)
declare ptr @malloc(i64 noundef)

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @first(ptr noundef %0) !dbg !72 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !73, !DIExpression(), !74)
  %3 = load ptr, ptr %2, align 8, !dbg !75
  %4 = getelementptr inbounds i32, ptr %3, i64 0, !dbg !75
  %5 = load i32, ptr %4, align 4, !dbg !75
  ret i32 %5, !dbg !76
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @second(ptr noundef %0) !dbg !77 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !78, !DIExpression(), !79)
  %3 = load ptr, ptr %2, align 8, !dbg !80
  %4 = getelementptr inbounds i32, ptr %3, i64 1, !dbg !80
  %5 = load i32, ptr %4, align 4, !dbg !80
  ret i32 %5, !dbg !81
}


!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "list", scope: !2, file: !3, line: 10, type: !15, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "list.c", directory: "/src")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 14, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, elements: !13)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = !DISubroutineType(types: !10)
!10 = !{!11, !12}
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!13 = !{!14}
!14 = !DISubrange(count: 2)
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 5, size: 192, elements: !16)
!16 = !{!17, !19}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !15, file: !3, line: 6, baseType: !18, size: 64)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !15, file: !3, line: 7, baseType: !20, size: 128, offset: 64)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 128, elements: !13)
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{i32 1, !"wchar_size", i32 4}
!24 = !{i32 8, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 7, !"uwtable", i32 2}
!27 = !{i32 7, !"frame-pointer", i32 2}
!28 = !{!"clang"}
!29 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !30, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!30 = !DISubroutineType(types: !31)
!31 = !{!11, !11, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64)
!34 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!35 = !{}
!36 = !DILocalVariable(name: "argc", arg: 1, scope: !29, file: !3, line: 22, type: !11)
!37 = !DILocation(line: 22, column: 14, scope: !29)
!38 = !DILocalVariable(name: "argv", arg: 2, scope: !29, file: !3, line: 22, type: !32)
!39 = !DILocation(line: 22, column: 27, scope: !29)
!40 = !DILocalVariable(name: "local", scope: !29, file: !3, line: 23, type: !11)
!41 = !DILocation(line: 23, column: 7, scope: !29)
!42 = !DILocalVariable(name: "other", scope: !29, file: !3, line: 24, type: !11)
!43 = !DILocation(line: 24, column: 7, scope: !29)
!44 = !DILocation(line: 25, column: 15, scope: !29)
!45 = !DILocation(line: 25, column: 13, scope: !29)
!46 = !DILocation(line: 26, column: 16, scope: !29)
!47 = !DILocation(line: 27, column: 3, scope: !29)
!48 = !DILocalVariable(name: "unknown", scope: !29, file: !3, line: 28, type: !12)
!49 = !DILocation(line: 28, column: 8, scope: !29)
!50 = !DILocation(line: 28, column: 18, scope: !29)
!51 = !DILocation(line: 29, column: 16, scope: !29)
!52 = !DILocation(line: 29, column: 10, scope: !29)
!53 = !DILocation(line: 29, column: 22, scope: !29)
!54 = !DILocation(line: 29, column: 39, scope: !29)
!55 = !DILocation(line: 29, column: 38, scope: !29)
!56 = !DILocation(line: 29, column: 36, scope: !29)
!57 = !DILocation(line: 29, column: 3, scope: !29)
!58 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 16, type: !59, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !35)
!59 = !DISubroutineType(types: !60)
!60 = !{!18, !18}
!61 = !DILocalVariable(name: "tail", arg: 1, scope: !58, file: !3, line: 16, type: !18)
!62 = !DILocation(line: 16, column: 39, scope: !58)
!63 = !DILocalVariable(name: "node", scope: !58, file: !3, line: 17, type: !18)
!64 = !DILocation(line: 17, column: 16, scope: !58)
!65 = !DILocation(line: 17, column: 23, scope: !58)
!66 = !DILocation(line: 18, column: 16, scope: !58)
!67 = !DILocation(line: 18, column: 3, scope: !58)
!68 = !DILocation(line: 18, column: 9, scope: !58)
!69 = !DILocation(line: 18, column: 14, scope: !58)
!70 = !DILocation(line: 19, column: 10, scope: !58)
!71 = !DILocation(line: 19, column: 3, scope: !58)
!72 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 12, type: !9, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !35)
!73 = !DILocalVariable(name: "p", arg: 1, scope: !72, file: !3, line: 12, type: !12)
!74 = !DILocation(line: 12, column: 23, scope: !72)
!75 = !DILocation(line: 12, column: 35, scope: !72)
!76 = !DILocation(line: 12, column: 28, scope: !72)
!77 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 13, type: !9, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !35)
!78 = !DILocalVariable(name: "p", arg: 1, scope: !77, file: !3, line: 13, type: !12)
!79 = !DILocation(line: 13, column: 24, scope: !77)
!80 = !DILocation(line: 13, column: 36, scope: !77)
!81 = !DILocation(line: 13, column: 29, scope: !77)
