; A module with a flaw to find by a query, compiled from the C program below by clang -g.
;
;   1  static char user[32];
;   2  static char command[64];
;   3
;   4  static void prepare(const char *name) {
;   5    strncpy(user, name, sizeof user - 1);
;   6    strcpy(command, "id ");
;   7    strcat(command, user);
;   8  }
;   9
;  10  static int run(void) {
;  11    return system(command);
;  12  }
;  13
;  14  int main(void) {
;  15    const char *name = getenv("USER_NAME");
;  16    if (name == 0)
;  17      return 1;
;  18    prepare(name);
;  19    return run();
;  20  }

source_filename = "shell.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [10 x i8] c"USER_NAME\00", align 1, !dbg !0
@user = internal global [32 x i8] zeroinitializer, align 16, !dbg !7
@command = internal global [64 x i8] zeroinitializer, align 16, !dbg !16
@.str.1 = private unnamed_addr constant [4 x i8] c"id \00", align 1, !dbg !11

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() local_unnamed_addr #0 !dbg !32 {
  %1 = tail call ptr @getenv(ptr noundef nonnull @.str) #2, !dbg !40
    #dbg_value(ptr %1, !37, !DIExpression(), !41)
  %2 = icmp eq ptr %1, null, !dbg !42
  br i1 %2, label %5, label %3, !dbg !44

3:                                                ; preds = %0
  tail call fastcc void @prepare(ptr noundef nonnull %1) #3, !dbg !45
  %4 = tail call fastcc i32 @run() #3, !dbg !46
  br label %5, !dbg !47

5:                                                ; preds = %0, %3
  %6 = phi i32 [ %4, %3 ], [ 1, %0 ], !dbg !41
  ret i32 %6, !dbg !48
}

declare !dbg !49 ptr @getenv(ptr noundef) local_unnamed_addr #1

; Function Attrs: noinline nounwind uwtable
define internal fastcc void @prepare(ptr noundef %0) unnamed_addr #0 !dbg !54 {
    #dbg_value(ptr %0, !58, !DIExpression(), !59)
  %2 = tail call ptr @strncpy(ptr noundef nonnull @user, ptr noundef %0, i64 noundef 31) #2, !dbg !60
  %3 = tail call ptr @strcpy(ptr noundef nonnull @command, ptr noundef nonnull @.str.1) #2, !dbg !61
  %4 = tail call ptr @strcat(ptr noundef nonnull @command, ptr noundef nonnull @user) #2, !dbg !62
  ret void, !dbg !63
}

; Function Attrs: noinline nounwind uwtable
define internal fastcc i32 @run() unnamed_addr #0 !dbg !64 {
  %1 = tail call i32 @system(ptr noundef nonnull @command) #2, !dbg !65
  ret i32 %1, !dbg !66
}

declare !dbg !67 ptr @strncpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

declare !dbg !71 ptr @strcpy(ptr noundef, ptr noundef) local_unnamed_addr #1

declare !dbg !74 ptr @strcat(ptr noundef, ptr noundef) local_unnamed_addr #1

declare !dbg !75 i32 @system(ptr noundef) local_unnamed_addr #1

attributes #0 = { noinline nounwind uwtable "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nobuiltin nounwind "no-builtins" }
attributes #3 = { nobuiltin "no-builtins" }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!24, !25, !26, !27, !28, !29, !30}
!llvm.ident = !{!31}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 15, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "shell.c", directory: "/src", checksumkind: CSK_MD5, checksum: "bbb0852b663b9c916262f37d15fbfa9f")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 80, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 10)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "user", scope: !9, file: !2, line: 1, type: !21, isLocal: true, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !10, splitDebugInlining: false, nameTableKind: None)
!10 = !{!0, !11, !7, !16}
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !2, line: 6, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 4)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "command", scope: !9, file: !2, line: 2, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 512, elements: !19)
!19 = !{!20}
!20 = !DISubrange(count: 64)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 256, elements: !22)
!22 = !{!23}
!23 = !DISubrange(count: 32)
!24 = !{i32 7, !"Dwarf Version", i32 5}
!25 = !{i32 2, !"Debug Info Version", i32 3}
!26 = !{i32 1, !"wchar_size", i32 4}
!27 = !{i32 8, !"PIC Level", i32 2}
!28 = !{i32 7, !"PIE Level", i32 2}
!29 = !{i32 7, !"uwtable", i32 2}
!30 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!31 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!32 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 14, type: !33, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !36)
!33 = !DISubroutineType(types: !34)
!34 = !{!35}
!35 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!36 = !{!37}
!37 = !DILocalVariable(name: "name", scope: !32, file: !2, line: 15, type: !38)
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !39, size: 64)
!39 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!40 = !DILocation(line: 15, column: 22, scope: !32)
!41 = !DILocation(line: 0, scope: !32)
!42 = !DILocation(line: 16, column: 12, scope: !43)
!43 = distinct !DILexicalBlock(scope: !32, file: !2, line: 16, column: 7)
!44 = !DILocation(line: 16, column: 7, scope: !32)
!45 = !DILocation(line: 18, column: 3, scope: !32)
!46 = !DILocation(line: 19, column: 10, scope: !32)
!47 = !DILocation(line: 19, column: 3, scope: !32)
!48 = !DILocation(line: 20, column: 1, scope: !32)
!49 = !DISubprogram(name: "getenv", scope: !50, file: !50, line: 1, type: !51, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!50 = !DIFile(filename: "./head.h", directory: "/src", checksumkind: CSK_MD5, checksum: "90873a3ec6a2185aeb132a68b083b4e8")
!51 = !DISubroutineType(types: !52)
!52 = !{!53, !38}
!53 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!54 = distinct !DISubprogram(name: "prepare", scope: !2, file: !2, line: 4, type: !55, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !57)
!55 = !DISubroutineType(types: !56)
!56 = !{null, !38}
!57 = !{!58}
!58 = !DILocalVariable(name: "name", arg: 1, scope: !54, file: !2, line: 4, type: !38)
!59 = !DILocation(line: 0, scope: !54)
!60 = !DILocation(line: 5, column: 3, scope: !54)
!61 = !DILocation(line: 6, column: 3, scope: !54)
!62 = !DILocation(line: 7, column: 3, scope: !54)
!63 = !DILocation(line: 8, column: 1, scope: !54)
!64 = distinct !DISubprogram(name: "run", scope: !2, file: !2, line: 10, type: !33, scopeLine: 10, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !9)
!65 = !DILocation(line: 11, column: 10, scope: !64)
!66 = !DILocation(line: 11, column: 3, scope: !64)
!67 = !DISubprogram(name: "strncpy", scope: !50, file: !50, line: 2, type: !68, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!68 = !DISubroutineType(types: !69)
!69 = !{!53, !53, !38, !70}
!70 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!71 = !DISubprogram(name: "strcpy", scope: !50, file: !50, line: 3, type: !72, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!72 = !DISubroutineType(types: !73)
!73 = !{!53, !53, !38}
!74 = !DISubprogram(name: "strcat", scope: !50, file: !50, line: 4, type: !72, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!75 = !DISubprogram(name: "system", scope: !50, file: !50, line: 5, type: !76, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!76 = !DISubroutineType(types: !77)
!77 = !{!35, !38}
