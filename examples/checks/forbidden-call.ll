; Calls of forbidden functions, compiled from the C program below by clang -O0 -g.
;
;   1  struct reader {
;   2    char *(*read)(char *);
;   3    char *(*name)(char *);
;   4  };
;
;   6  static char *read_line(char *buffer) {
;   7    return fgets(buffer, 64, stdin);
;   8  }
;
;  10  static const struct reader safe = {read_line, 0};
;  11  static const struct reader unsafe = {gets, mktemp};
;
;  13  static char *use(const struct reader *reader, char *buffer) {
;  14    if (reader->name)
;  15      reader->name(buffer); // finding
;  16    return reader->read(buffer); // finding
;  17  }
;
;  19  static void apply(char *(*function)(char *), char *buffer) {
;  20    function(buffer);
;  21  }
;
;  23  char *unused(char *buffer) {
;  24    return tmpnam(buffer); // finding
;  25  }
;
;  27  int main(int argc, char **argv) {
;  28    char name[] = "/tmp/dataXXXXXX";
;  29    char buffer[64];
;  30    char *(*forgotten)(char *) = tmpnam;
;  31    mktemp(name); // finding
;  32    mkstemp(name);
;  33    apply(read_line, buffer);
;  34    use(argc > 1 ? &safe : &unsafe, buffer);
;  35    return gets(buffer) != NULL; // finding
;  36  }

source_filename = "forbidden-call.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.reader = type { ptr, ptr }

@__const.main.name = private unnamed_addr constant [16 x i8] c"/tmp/dataXXXXXX\00", align 16
@safe = internal constant %struct.reader { ptr @read_line, ptr null }, align 8, !dbg !0
@unsafe = internal constant %struct.reader { ptr @gets, ptr @mktemp }, align 8, !dbg !7
@stdin = external global ptr, align 8

; Function Attrs: noinline nounwind optnone
define dso_local ptr @unused(ptr noundef %buffer) #0 !dbg !25 {
entry:
  %buffer.addr = alloca ptr, align 8
  store ptr %buffer, ptr %buffer.addr, align 8
    #dbg_declare(ptr %buffer.addr, !27, !DIExpression(), !28)
  %0 = load ptr, ptr %buffer.addr, align 8, !dbg !29
  %call = call ptr @tmpnam(ptr noundef %0), !dbg !29
  ret ptr %call, !dbg !29
}

declare ptr @tmpnam(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !30 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %name = alloca [16 x i8], align 16
  %buffer = alloca [64 x i8], align 16
  %forgotten = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
    #dbg_declare(ptr %argc.addr, !35, !DIExpression(), !36)
  store ptr %argv, ptr %argv.addr, align 8
    #dbg_declare(ptr %argv.addr, !37, !DIExpression(), !36)
    #dbg_declare(ptr %name, !38, !DIExpression(), !42)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %name, ptr align 16 @__const.main.name, i64 16, i1 false), !dbg !42
    #dbg_declare(ptr %buffer, !43, !DIExpression(), !47)
    #dbg_declare(ptr %forgotten, !48, !DIExpression(), !49)
  store ptr @tmpnam, ptr %forgotten, align 8, !dbg !49
  %arraydecay = getelementptr inbounds [16 x i8], ptr %name, i64 0, i64 0, !dbg !50
  %call = call ptr @mktemp(ptr noundef %arraydecay), !dbg !50
  %arraydecay1 = getelementptr inbounds [16 x i8], ptr %name, i64 0, i64 0, !dbg !51
  %call2 = call i32 @mkstemp(ptr noundef %arraydecay1), !dbg !51
  %arraydecay3 = getelementptr inbounds [64 x i8], ptr %buffer, i64 0, i64 0, !dbg !52
  call void @apply(ptr noundef @read_line, ptr noundef %arraydecay3), !dbg !52
  %0 = load i32, ptr %argc.addr, align 4, !dbg !53
  %cmp = icmp sgt i32 %0, 1, !dbg !53
  %1 = zext i1 %cmp to i64, !dbg !53
  %cond = select i1 %cmp, ptr @safe, ptr @unsafe, !dbg !53
  %arraydecay4 = getelementptr inbounds [64 x i8], ptr %buffer, i64 0, i64 0, !dbg !53
  %call5 = call ptr @use(ptr noundef %cond, ptr noundef %arraydecay4), !dbg !53
  %arraydecay6 = getelementptr inbounds [64 x i8], ptr %buffer, i64 0, i64 0, !dbg !54
  %call7 = call ptr @gets(ptr noundef %arraydecay6), !dbg !54
  %cmp8 = icmp ne ptr %call7, null, !dbg !54
  %conv = zext i1 %cmp8 to i32, !dbg !54
  ret i32 %conv, !dbg !54
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

declare ptr @mktemp(ptr noundef) #1

declare i32 @mkstemp(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define internal void @apply(ptr noundef %function, ptr noundef %buffer) #0 !dbg !55 {
entry:
  %function.addr = alloca ptr, align 8
  %buffer.addr = alloca ptr, align 8
  store ptr %function, ptr %function.addr, align 8
    #dbg_declare(ptr %function.addr, !58, !DIExpression(), !59)
  store ptr %buffer, ptr %buffer.addr, align 8
    #dbg_declare(ptr %buffer.addr, !60, !DIExpression(), !59)
  %0 = load ptr, ptr %function.addr, align 8, !dbg !61
  %1 = load ptr, ptr %buffer.addr, align 8, !dbg !61
  %call = call ptr %0(ptr noundef %1), !dbg !61
  ret void, !dbg !62
}

; Function Attrs: noinline nounwind optnone
define internal ptr @read_line(ptr noundef %buffer) #0 !dbg !63 {
entry:
  %buffer.addr = alloca ptr, align 8
  store ptr %buffer, ptr %buffer.addr, align 8
    #dbg_declare(ptr %buffer.addr, !64, !DIExpression(), !65)
  %0 = load ptr, ptr %buffer.addr, align 8, !dbg !66
  %1 = load ptr, ptr @stdin, align 8, !dbg !66
  %call = call ptr @fgets(ptr noundef %0, i32 noundef 64, ptr noundef %1), !dbg !66
  ret ptr %call, !dbg !66
}

; Function Attrs: noinline nounwind optnone
define internal ptr @use(ptr noundef %reader, ptr noundef %buffer) #0 !dbg !67 {
entry:
  %reader.addr = alloca ptr, align 8
  %buffer.addr = alloca ptr, align 8
  store ptr %reader, ptr %reader.addr, align 8
    #dbg_declare(ptr %reader.addr, !71, !DIExpression(), !72)
  store ptr %buffer, ptr %buffer.addr, align 8
    #dbg_declare(ptr %buffer.addr, !73, !DIExpression(), !72)
  %0 = load ptr, ptr %reader.addr, align 8, !dbg !74
  %name = getelementptr inbounds %struct.reader, ptr %0, i32 0, i32 1, !dbg !74
  %1 = load ptr, ptr %name, align 8, !dbg !74
  %tobool = icmp ne ptr %1, null, !dbg !74
  br i1 %tobool, label %if.then, label %if.end, !dbg !76

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %reader.addr, align 8, !dbg !77
  %name1 = getelementptr inbounds %struct.reader, ptr %2, i32 0, i32 1, !dbg !77
  %3 = load ptr, ptr %name1, align 8, !dbg !77
  %4 = load ptr, ptr %buffer.addr, align 8, !dbg !77
  %call = call ptr %3(ptr noundef %4), !dbg !77
  br label %if.end, !dbg !77

if.end:                                           ; preds = %if.then, %entry
  %5 = load ptr, ptr %reader.addr, align 8, !dbg !78
  %read = getelementptr inbounds %struct.reader, ptr %5, i32 0, i32 0, !dbg !78
  %6 = load ptr, ptr %read, align 8, !dbg !78
  %7 = load ptr, ptr %buffer.addr, align 8, !dbg !78
  %call2 = call ptr %6(ptr noundef %7), !dbg !78
  ret ptr %call2, !dbg !78
}

declare ptr @gets(ptr noundef) #1

declare ptr @fgets(ptr noundef, i32 noundef, ptr noundef) #1

attributes #0 = { noinline nounwind optnone }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!19, !20, !21, !22, !23, !24}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "safe", scope: !2, file: !3, line: 10, type: !9, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "forbidden-call.c", directory: ".")
!4 = !{!5}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !{!0, !7}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "unsafe", scope: !2, file: !3, line: 11, type: !9, isLocal: true, isDefinition: true)
!9 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !10)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "reader", file: !3, line: 1, size: 128, elements: !11)
!11 = !{!12, !18}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "read", scope: !10, file: !3, line: 2, baseType: !13, size: 64)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!14 = !DISubroutineType(types: !15)
!15 = !{!16, !16}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !10, file: !3, line: 3, baseType: !13, size: 64, offset: 64)
!19 = !{i32 7, !"Dwarf Version", i32 5}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{i32 8, !"PIC Level", i32 2}
!23 = !{i32 7, !"PIE Level", i32 2}
!24 = !{i32 7, !"frame-pointer", i32 2}
!25 = distinct !DISubprogram(name: "unused", scope: !3, file: !3, line: 23, type: !14, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!26 = !{}
!27 = !DILocalVariable(name: "buffer", arg: 1, scope: !25, file: !3, line: 23, type: !16)
!28 = !DILocation(line: 23, scope: !25)
!29 = !DILocation(line: 24, scope: !25)
!30 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 27, type: !31, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!31 = !DISubroutineType(types: !32)
!32 = !{!33, !33, !34}
!33 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!35 = !DILocalVariable(name: "argc", arg: 1, scope: !30, file: !3, line: 27, type: !33)
!36 = !DILocation(line: 27, scope: !30)
!37 = !DILocalVariable(name: "argv", arg: 2, scope: !30, file: !3, line: 27, type: !34)
!38 = !DILocalVariable(name: "name", scope: !30, file: !3, line: 28, type: !39)
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 128, elements: !40)
!40 = !{!41}
!41 = !DISubrange(count: 16)
!42 = !DILocation(line: 28, scope: !30)
!43 = !DILocalVariable(name: "buffer", scope: !30, file: !3, line: 29, type: !44)
!44 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 512, elements: !45)
!45 = !{!46}
!46 = !DISubrange(count: 64)
!47 = !DILocation(line: 29, scope: !30)
!48 = !DILocalVariable(name: "forgotten", scope: !30, file: !3, line: 30, type: !13)
!49 = !DILocation(line: 30, scope: !30)
!50 = !DILocation(line: 31, scope: !30)
!51 = !DILocation(line: 32, scope: !30)
!52 = !DILocation(line: 33, scope: !30)
!53 = !DILocation(line: 34, scope: !30)
!54 = !DILocation(line: 35, scope: !30)
!55 = distinct !DISubprogram(name: "apply", scope: !3, file: !3, line: 19, type: !56, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!56 = !DISubroutineType(types: !57)
!57 = !{null, !13, !16}
!58 = !DILocalVariable(name: "function", arg: 1, scope: !55, file: !3, line: 19, type: !13)
!59 = !DILocation(line: 19, scope: !55)
!60 = !DILocalVariable(name: "buffer", arg: 2, scope: !55, file: !3, line: 19, type: !16)
!61 = !DILocation(line: 20, scope: !55)
!62 = !DILocation(line: 21, scope: !55)
!63 = distinct !DISubprogram(name: "read_line", scope: !3, file: !3, line: 6, type: !14, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!64 = !DILocalVariable(name: "buffer", arg: 1, scope: !63, file: !3, line: 6, type: !16)
!65 = !DILocation(line: 6, scope: !63)
!66 = !DILocation(line: 7, scope: !63)
!67 = distinct !DISubprogram(name: "use", scope: !3, file: !3, line: 13, type: !68, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!68 = !DISubroutineType(types: !69)
!69 = !{!16, !70, !16}
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!71 = !DILocalVariable(name: "reader", arg: 1, scope: !67, file: !3, line: 13, type: !70)
!72 = !DILocation(line: 13, scope: !67)
!73 = !DILocalVariable(name: "buffer", arg: 2, scope: !67, file: !3, line: 13, type: !16)
!74 = !DILocation(line: 14, scope: !75)
!75 = distinct !DILexicalBlock(scope: !67, file: !3, line: 14)
!76 = !DILocation(line: 14, scope: !67)
!77 = !DILocation(line: 15, scope: !75)
!78 = !DILocation(line: 16, scope: !67)
