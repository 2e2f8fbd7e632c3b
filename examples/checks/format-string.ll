; Format strings, constant and not, compiled from the C program below by clang -O0 -g.
;
;   1  static char line[64];
;   2  static char banner[] = "version %d\n";
;   3  static const char *const messages[] = {"%d low\n", "%d high\n"};
;   4  static const char *style = "<%s>\n";
;
;   6  static void report(const char *format, ...) {
;   7    va_list arguments;
;   8    va_start(arguments, format);
;   9    vfprintf(stderr, format, arguments);
;  10    va_end(arguments);
;  11  }
;
;  13  static void fail(const char *format, ...) {
;  14    char text[64];
;  15    va_list arguments;
;  16    va_start(arguments, format);
;  17    vsnprintf(text, sizeof text, format ? format : line, arguments); // finding
;  18    va_end(arguments);
;  19    report("%s", text);
;  20    report(text); // finding
;  21  }
;
;  23  static void show(const char *text) {
;  24    printf(text); // finding
;  25  }
;
;  27  static void print_count(const char *format, int count) {
;  28    printf(format, count);
;  29  }
;
;  31  static void translated(int count) {
;  32    printf(gettext("%d files\n"), count);
;  33    printf(gettext(line), count); // finding
;  34  }
;
;  36  static void choose(int number) {
;  37    const char *format = "%d\n";
;  38    if (number > 9)
;  39      format = "%x\n";
;  40    printf(format, number);
;  41    printf(messages[number & 1], number);
;  42    printf(number ? "one\n" : "none\n");
;  43    printf(style, "text");
;  44  }
;
;  46  static void build(int width) {
;  47    char format[16];
;  48    snprintf(format, sizeof format, "%%%dd", width);
;  49    printf(format, 1); // finding
;  50  }
;
;  52  int main(int argc, char **argv) {
;  53    int (*print)(const char *, ...) = argc > 2 ? printf : 0;
;  54    choose(argc);
;  55    print_count("%d\n", argc);
;  56    build(argc);
;  57    if (fgets(line, sizeof line, stdin) == NULL)
;  58      return 1;
;  59    printf("%s", line);
;  60    printf(line); // finding
;  61    printf(banner, 1); // finding
;  62    syslog(1, argv[1]); // finding
;  63    __printf_chk(1, line + 1); // finding
;  64    if (print)
;  65      print(getenv("FORMAT")); // finding
;  66    report(line); // finding
;  67    report("%s", line);
;  68    fail("%d\n", 1);
;  69    show("text");
;  70    show(line);
;  71    translated(argc);
;  72    return 0;
;  73  }

source_filename = "format-string.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0
@line = internal global [64 x i8] zeroinitializer, align 16, !dbg !7
@stdin = external global ptr, align 8
@.str.1 = private unnamed_addr constant [3 x i8] c"%s\00", align 1, !dbg !13
@banner = internal global [12 x i8] c"version %d\0A\00", align 1, !dbg !61
@.str.2 = private unnamed_addr constant [7 x i8] c"FORMAT\00", align 1, !dbg !18
@.str.3 = private unnamed_addr constant [5 x i8] c"text\00", align 1, !dbg !23
@.str.4 = private unnamed_addr constant [4 x i8] c"%x\0A\00", align 1, !dbg !28
@messages = internal constant [2 x ptr] [ptr @.str.7, ptr @.str.8], align 16, !dbg !47
@.str.5 = private unnamed_addr constant [5 x i8] c"one\0A\00", align 1, !dbg !30
@.str.6 = private unnamed_addr constant [6 x i8] c"none\0A\00", align 1, !dbg !32
@style = internal global ptr @.str.9, align 8, !dbg !57
@.str.7 = private unnamed_addr constant [8 x i8] c"%d low\0A\00", align 1, !dbg !37
@.str.8 = private unnamed_addr constant [9 x i8] c"%d high\0A\00", align 1, !dbg !42
@.str.9 = private unnamed_addr constant [6 x i8] c"<%s>\0A\00", align 1, !dbg !55
@.str.10 = private unnamed_addr constant [6 x i8] c"%%%dd\00", align 1, !dbg !59
@stderr = external global ptr, align 8
@.str.11 = private unnamed_addr constant [10 x i8] c"%d files\0A\00", align 1, !dbg !66

; Function Attrs: noinline nounwind optnone
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !80 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %print = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
    #dbg_declare(ptr %argc.addr, !87, !DIExpression(), !88)
  store ptr %argv, ptr %argv.addr, align 8
    #dbg_declare(ptr %argv.addr, !89, !DIExpression(), !88)
    #dbg_declare(ptr %print, !90, !DIExpression(), !94)
  %0 = load i32, ptr %argc.addr, align 4, !dbg !94
  %cmp = icmp sgt i32 %0, 2, !dbg !94
  %1 = zext i1 %cmp to i64, !dbg !94
  %cond = select i1 %cmp, ptr @printf, ptr null, !dbg !94
  store ptr %cond, ptr %print, align 8, !dbg !94
  %2 = load i32, ptr %argc.addr, align 4, !dbg !95
  call void @choose(i32 noundef %2), !dbg !95
  %3 = load i32, ptr %argc.addr, align 4, !dbg !96
  call void @print_count(ptr noundef @.str, i32 noundef %3), !dbg !96
  %4 = load i32, ptr %argc.addr, align 4, !dbg !97
  call void @build(i32 noundef %4), !dbg !97
  %5 = load ptr, ptr @stdin, align 8, !dbg !98
  %call = call ptr @fgets(ptr noundef @line, i32 noundef 64, ptr noundef %5), !dbg !98
  %cmp1 = icmp eq ptr %call, null, !dbg !98
  br i1 %cmp1, label %if.then, label %if.end, !dbg !100

if.then:                                          ; preds = %entry
  store i32 1, ptr %retval, align 4, !dbg !101
  br label %return, !dbg !101

if.end:                                           ; preds = %entry
  %call2 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, ptr noundef @line), !dbg !102
  %call3 = call i32 (ptr, ...) @printf(ptr noundef @line), !dbg !103
  %call4 = call i32 (ptr, ...) @printf(ptr noundef @banner, i32 noundef 1), !dbg !104
  %6 = load ptr, ptr %argv.addr, align 8, !dbg !105
  %arrayidx = getelementptr inbounds ptr, ptr %6, i64 1, !dbg !105
  %7 = load ptr, ptr %arrayidx, align 8, !dbg !105
  call void (i32, ptr, ...) @syslog(i32 noundef 1, ptr noundef %7), !dbg !105
  %call5 = call i32 (i32, ptr, ...) @__printf_chk(i32 noundef 1, ptr noundef getelementptr inbounds (i8, ptr @line, i64 1)), !dbg !106
  %8 = load ptr, ptr %print, align 8, !dbg !107
  %tobool = icmp ne ptr %8, null, !dbg !107
  br i1 %tobool, label %if.then6, label %if.end9, !dbg !109

if.then6:                                         ; preds = %if.end
  %9 = load ptr, ptr %print, align 8, !dbg !110
  %call7 = call ptr @getenv(ptr noundef @.str.2), !dbg !110
  %call8 = call i32 (ptr, ...) %9(ptr noundef %call7), !dbg !110
  br label %if.end9, !dbg !110

if.end9:                                          ; preds = %if.then6, %if.end
  call void (ptr, ...) @report(ptr noundef @line), !dbg !111
  call void (ptr, ...) @report(ptr noundef @.str.1, ptr noundef @line), !dbg !112
  call void (ptr, ...) @fail(ptr noundef @.str, i32 noundef 1), !dbg !113
  call void @show(ptr noundef @.str.3), !dbg !114
  call void @show(ptr noundef @line), !dbg !115
  %10 = load i32, ptr %argc.addr, align 4, !dbg !116
  call void @translated(i32 noundef %10), !dbg !116
  store i32 0, ptr %retval, align 4, !dbg !117
  br label %return, !dbg !117

return:                                           ; preds = %if.end9, %if.then
  %11 = load i32, ptr %retval, align 4, !dbg !118
  ret i32 %11, !dbg !118
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone
define internal void @choose(i32 noundef %number) #0 !dbg !119 {
entry:
  %number.addr = alloca i32, align 4
  %format = alloca ptr, align 8
  store i32 %number, ptr %number.addr, align 4
    #dbg_declare(ptr %number.addr, !122, !DIExpression(), !123)
    #dbg_declare(ptr %format, !124, !DIExpression(), !125)
  store ptr @.str, ptr %format, align 8, !dbg !125
  %0 = load i32, ptr %number.addr, align 4, !dbg !126
  %cmp = icmp sgt i32 %0, 9, !dbg !126
  br i1 %cmp, label %if.then, label %if.end, !dbg !128

if.then:                                          ; preds = %entry
  store ptr @.str.4, ptr %format, align 8, !dbg !129
  br label %if.end, !dbg !129

if.end:                                           ; preds = %if.then, %entry
  %1 = load ptr, ptr %format, align 8, !dbg !130
  %2 = load i32, ptr %number.addr, align 4, !dbg !130
  %call = call i32 (ptr, ...) @printf(ptr noundef %1, i32 noundef %2), !dbg !130
  %3 = load i32, ptr %number.addr, align 4, !dbg !131
  %and = and i32 %3, 1, !dbg !131
  %idxprom = sext i32 %and to i64, !dbg !131
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @messages, i64 0, i64 %idxprom, !dbg !131
  %4 = load ptr, ptr %arrayidx, align 8, !dbg !131
  %5 = load i32, ptr %number.addr, align 4, !dbg !131
  %call1 = call i32 (ptr, ...) @printf(ptr noundef %4, i32 noundef %5), !dbg !131
  %6 = load i32, ptr %number.addr, align 4, !dbg !132
  %tobool = icmp ne i32 %6, 0, !dbg !132
  %7 = zext i1 %tobool to i64, !dbg !132
  %cond = select i1 %tobool, ptr @.str.5, ptr @.str.6, !dbg !132
  %call2 = call i32 (ptr, ...) @printf(ptr noundef %cond), !dbg !132
  %8 = load ptr, ptr @style, align 8, !dbg !133
  %call3 = call i32 (ptr, ...) @printf(ptr noundef %8, ptr noundef @.str.3), !dbg !133
  ret void, !dbg !134
}

; Function Attrs: noinline nounwind optnone
define internal void @print_count(ptr noundef %format, i32 noundef %count) #0 !dbg !135 {
entry:
  %format.addr = alloca ptr, align 8
  %count.addr = alloca i32, align 4
  store ptr %format, ptr %format.addr, align 8
    #dbg_declare(ptr %format.addr, !138, !DIExpression(), !139)
  store i32 %count, ptr %count.addr, align 4
    #dbg_declare(ptr %count.addr, !140, !DIExpression(), !139)
  %0 = load ptr, ptr %format.addr, align 8, !dbg !141
  %1 = load i32, ptr %count.addr, align 4, !dbg !141
  %call = call i32 (ptr, ...) @printf(ptr noundef %0, i32 noundef %1), !dbg !141
  ret void, !dbg !142
}

; Function Attrs: noinline nounwind optnone
define internal void @build(i32 noundef %width) #0 !dbg !143 {
entry:
  %width.addr = alloca i32, align 4
  %format = alloca [16 x i8], align 16
  store i32 %width, ptr %width.addr, align 4
    #dbg_declare(ptr %width.addr, !144, !DIExpression(), !145)
    #dbg_declare(ptr %format, !146, !DIExpression(), !150)
  %arraydecay = getelementptr inbounds [16 x i8], ptr %format, i64 0, i64 0, !dbg !151
  %0 = load i32, ptr %width.addr, align 4, !dbg !151
  %call = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %arraydecay, i64 noundef 16, ptr noundef @.str.10, i32 noundef %0) #4, !dbg !151
  %arraydecay1 = getelementptr inbounds [16 x i8], ptr %format, i64 0, i64 0, !dbg !152
  %call2 = call i32 (ptr, ...) @printf(ptr noundef %arraydecay1, i32 noundef 1), !dbg !152
  ret void, !dbg !153
}

declare ptr @fgets(ptr noundef, i32 noundef, ptr noundef) #1

declare void @syslog(i32 noundef, ptr noundef, ...) #1

declare i32 @__printf_chk(i32 noundef, ptr noundef, ...) #1

declare ptr @getenv(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define internal void @report(ptr noundef %format, ...) #0 !dbg !154 {
entry:
  %format.addr = alloca ptr, align 8
  %arguments = alloca [1 x %struct.__va_list_tag], align 16
  store ptr %format, ptr %format.addr, align 8
    #dbg_declare(ptr %format.addr, !157, !DIExpression(), !158)
    #dbg_declare(ptr %arguments, !159, !DIExpression(), !173)
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %arguments, i64 0, i64 0, !dbg !174
  call void @llvm.va_start.p0(ptr %arraydecay), !dbg !174
  %0 = load ptr, ptr @stderr, align 8, !dbg !175
  %1 = load ptr, ptr %format.addr, align 8, !dbg !175
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %arguments, i64 0, i64 0, !dbg !175
  %call = call i32 @vfprintf(ptr noundef %0, ptr noundef %1, ptr noundef %arraydecay1) #4, !dbg !175
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %arguments, i64 0, i64 0, !dbg !176
  call void @llvm.va_end.p0(ptr %arraydecay2), !dbg !176
  ret void, !dbg !177
}

; Function Attrs: noinline nounwind optnone
define internal void @fail(ptr noundef %format, ...) #0 !dbg !178 {
entry:
  %format.addr = alloca ptr, align 8
  %text = alloca [64 x i8], align 16
  %arguments = alloca [1 x %struct.__va_list_tag], align 16
  store ptr %format, ptr %format.addr, align 8
    #dbg_declare(ptr %format.addr, !179, !DIExpression(), !180)
    #dbg_declare(ptr %text, !181, !DIExpression(), !182)
    #dbg_declare(ptr %arguments, !183, !DIExpression(), !184)
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %arguments, i64 0, i64 0, !dbg !185
  call void @llvm.va_start.p0(ptr %arraydecay), !dbg !185
  %arraydecay1 = getelementptr inbounds [64 x i8], ptr %text, i64 0, i64 0, !dbg !186
  %0 = load ptr, ptr %format.addr, align 8, !dbg !186
  %tobool = icmp ne ptr %0, null, !dbg !186
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !186

cond.true:                                        ; preds = %entry
  %1 = load ptr, ptr %format.addr, align 8, !dbg !186
  br label %cond.end, !dbg !186

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !186

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %1, %cond.true ], [ @line, %cond.false ], !dbg !186
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %arguments, i64 0, i64 0, !dbg !186
  %call = call i32 @vsnprintf(ptr noundef %arraydecay1, i64 noundef 64, ptr noundef %cond, ptr noundef %arraydecay2) #4, !dbg !186
  %arraydecay3 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %arguments, i64 0, i64 0, !dbg !187
  call void @llvm.va_end.p0(ptr %arraydecay3), !dbg !187
  %arraydecay4 = getelementptr inbounds [64 x i8], ptr %text, i64 0, i64 0, !dbg !188
  call void (ptr, ...) @report(ptr noundef @.str.1, ptr noundef %arraydecay4), !dbg !188
  %arraydecay5 = getelementptr inbounds [64 x i8], ptr %text, i64 0, i64 0, !dbg !189
  call void (ptr, ...) @report(ptr noundef %arraydecay5), !dbg !189
  ret void, !dbg !190
}

; Function Attrs: noinline nounwind optnone
define internal void @show(ptr noundef %text) #0 !dbg !191 {
entry:
  %text.addr = alloca ptr, align 8
  store ptr %text, ptr %text.addr, align 8
    #dbg_declare(ptr %text.addr, !194, !DIExpression(), !195)
  %0 = load ptr, ptr %text.addr, align 8, !dbg !196
  %call = call i32 (ptr, ...) @printf(ptr noundef %0), !dbg !196
  ret void, !dbg !197
}

; Function Attrs: noinline nounwind optnone
define internal void @translated(i32 noundef %count) #0 !dbg !198 {
entry:
  %count.addr = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
    #dbg_declare(ptr %count.addr, !199, !DIExpression(), !200)
  %call = call ptr @gettext(ptr noundef @.str.11), !dbg !201
  %0 = load i32, ptr %count.addr, align 4, !dbg !201
  %call1 = call i32 (ptr, ...) @printf(ptr noundef %call, i32 noundef %0), !dbg !201
  %call2 = call ptr @gettext(ptr noundef @line), !dbg !202
  %1 = load i32, ptr %count.addr, align 4, !dbg !202
  %call3 = call i32 (ptr, ...) @printf(ptr noundef %call2, i32 noundef %1), !dbg !202
  ret void, !dbg !203
}

; Function Attrs: nounwind
declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #3

; Function Attrs: nounwind
declare i32 @vfprintf(ptr noundef, ptr noundef, ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #3

; Function Attrs: nounwind
declare i32 @vsnprintf(ptr noundef, i64 noundef, ptr noundef, ptr noundef) #2

declare ptr @gettext(ptr noundef) #1

attributes #0 = { noinline nounwind optnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nocallback nofree nosync nounwind willreturn }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!74, !75, !76, !77, !78, !79}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 55, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "format-string.c", directory: ".")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "line", scope: !9, file: !2, line: 1, type: !71, isLocal: true, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !10, globals: !12, splitDebugInlining: false, nameTableKind: None)
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!12 = !{!0, !13, !18, !23, !7, !28, !30, !32, !37, !42, !47, !55, !57, !59, !61, !66}
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(scope: null, file: !2, line: 59, type: !15, isLocal: true, isDefinition: true)
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 24, elements: !16)
!16 = !{!17}
!17 = !DISubrange(count: 3)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(scope: null, file: !2, line: 65, type: !20, isLocal: true, isDefinition: true)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 56, elements: !21)
!21 = !{!22}
!22 = !DISubrange(count: 7)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(scope: null, file: !2, line: 69, type: !25, isLocal: true, isDefinition: true)
!25 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 40, elements: !26)
!26 = !{!27}
!27 = !DISubrange(count: 5)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(scope: null, file: !2, line: 39, type: !3, isLocal: true, isDefinition: true)
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(scope: null, file: !2, line: 42, type: !25, isLocal: true, isDefinition: true)
!32 = !DIGlobalVariableExpression(var: !33, expr: !DIExpression())
!33 = distinct !DIGlobalVariable(scope: null, file: !2, line: 42, type: !34, isLocal: true, isDefinition: true)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 6)
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(scope: null, file: !2, line: 3, type: !39, isLocal: true, isDefinition: true)
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !40)
!40 = !{!41}
!41 = !DISubrange(count: 8)
!42 = !DIGlobalVariableExpression(var: !43, expr: !DIExpression())
!43 = distinct !DIGlobalVariable(scope: null, file: !2, line: 3, type: !44, isLocal: true, isDefinition: true)
!44 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 72, elements: !45)
!45 = !{!46}
!46 = !DISubrange(count: 9)
!47 = !DIGlobalVariableExpression(var: !48, expr: !DIExpression())
!48 = distinct !DIGlobalVariable(name: "messages", scope: !9, file: !2, line: 3, type: !49, isLocal: true, isDefinition: true)
!49 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 128, elements: !53)
!50 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !51)
!51 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !52, size: 64)
!52 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!53 = !{!54}
!54 = !DISubrange(count: 2)
!55 = !DIGlobalVariableExpression(var: !56, expr: !DIExpression())
!56 = distinct !DIGlobalVariable(scope: null, file: !2, line: 4, type: !34, isLocal: true, isDefinition: true)
!57 = !DIGlobalVariableExpression(var: !58, expr: !DIExpression())
!58 = distinct !DIGlobalVariable(name: "style", scope: !9, file: !2, line: 4, type: !51, isLocal: true, isDefinition: true)
!59 = !DIGlobalVariableExpression(var: !60, expr: !DIExpression())
!60 = distinct !DIGlobalVariable(scope: null, file: !2, line: 48, type: !34, isLocal: true, isDefinition: true)
!61 = !DIGlobalVariableExpression(var: !62, expr: !DIExpression())
!62 = distinct !DIGlobalVariable(name: "banner", scope: !9, file: !2, line: 2, type: !63, isLocal: true, isDefinition: true)
!63 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 96, elements: !64)
!64 = !{!65}
!65 = !DISubrange(count: 12)
!66 = !DIGlobalVariableExpression(var: !67, expr: !DIExpression())
!67 = distinct !DIGlobalVariable(scope: null, file: !2, line: 32, type: !68, isLocal: true, isDefinition: true)
!68 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 80, elements: !69)
!69 = !{!70}
!70 = !DISubrange(count: 10)
!71 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 512, elements: !72)
!72 = !{!73}
!73 = !DISubrange(count: 64)
!74 = !{i32 7, !"Dwarf Version", i32 5}
!75 = !{i32 2, !"Debug Info Version", i32 3}
!76 = !{i32 1, !"wchar_size", i32 4}
!77 = !{i32 8, !"PIC Level", i32 2}
!78 = !{i32 7, !"PIE Level", i32 2}
!79 = !{i32 7, !"frame-pointer", i32 2}
!80 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 52, type: !81, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !86)
!81 = !DISubroutineType(types: !82)
!82 = !{!83, !83, !84}
!83 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!84 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !85, size: 64)
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!86 = !{}
!87 = !DILocalVariable(name: "argc", arg: 1, scope: !80, file: !2, line: 52, type: !83)
!88 = !DILocation(line: 52, scope: !80)
!89 = !DILocalVariable(name: "argv", arg: 2, scope: !80, file: !2, line: 52, type: !84)
!90 = !DILocalVariable(name: "print", scope: !80, file: !2, line: 53, type: !91)
!91 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !92, size: 64)
!92 = !DISubroutineType(types: !93)
!93 = !{!83, !51, null}
!94 = !DILocation(line: 53, scope: !80)
!95 = !DILocation(line: 54, scope: !80)
!96 = !DILocation(line: 55, scope: !80)
!97 = !DILocation(line: 56, scope: !80)
!98 = !DILocation(line: 57, scope: !99)
!99 = distinct !DILexicalBlock(scope: !80, file: !2, line: 57)
!100 = !DILocation(line: 57, scope: !80)
!101 = !DILocation(line: 58, scope: !99)
!102 = !DILocation(line: 59, scope: !80)
!103 = !DILocation(line: 60, scope: !80)
!104 = !DILocation(line: 61, scope: !80)
!105 = !DILocation(line: 62, scope: !80)
!106 = !DILocation(line: 63, scope: !80)
!107 = !DILocation(line: 64, scope: !108)
!108 = distinct !DILexicalBlock(scope: !80, file: !2, line: 64)
!109 = !DILocation(line: 64, scope: !80)
!110 = !DILocation(line: 65, scope: !108)
!111 = !DILocation(line: 66, scope: !80)
!112 = !DILocation(line: 67, scope: !80)
!113 = !DILocation(line: 68, scope: !80)
!114 = !DILocation(line: 69, scope: !80)
!115 = !DILocation(line: 70, scope: !80)
!116 = !DILocation(line: 71, scope: !80)
!117 = !DILocation(line: 72, scope: !80)
!118 = !DILocation(line: 73, scope: !80)
!119 = distinct !DISubprogram(name: "choose", scope: !2, file: !2, line: 36, type: !120, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!120 = !DISubroutineType(types: !121)
!121 = !{null, !83}
!122 = !DILocalVariable(name: "number", arg: 1, scope: !119, file: !2, line: 36, type: !83)
!123 = !DILocation(line: 36, scope: !119)
!124 = !DILocalVariable(name: "format", scope: !119, file: !2, line: 37, type: !51)
!125 = !DILocation(line: 37, scope: !119)
!126 = !DILocation(line: 38, scope: !127)
!127 = distinct !DILexicalBlock(scope: !119, file: !2, line: 38)
!128 = !DILocation(line: 38, scope: !119)
!129 = !DILocation(line: 39, scope: !127)
!130 = !DILocation(line: 40, scope: !119)
!131 = !DILocation(line: 41, scope: !119)
!132 = !DILocation(line: 42, scope: !119)
!133 = !DILocation(line: 43, scope: !119)
!134 = !DILocation(line: 44, scope: !119)
!135 = distinct !DISubprogram(name: "print_count", scope: !2, file: !2, line: 27, type: !136, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!136 = !DISubroutineType(types: !137)
!137 = !{null, !51, !83}
!138 = !DILocalVariable(name: "format", arg: 1, scope: !135, file: !2, line: 27, type: !51)
!139 = !DILocation(line: 27, scope: !135)
!140 = !DILocalVariable(name: "count", arg: 2, scope: !135, file: !2, line: 27, type: !83)
!141 = !DILocation(line: 28, scope: !135)
!142 = !DILocation(line: 29, scope: !135)
!143 = distinct !DISubprogram(name: "build", scope: !2, file: !2, line: 46, type: !120, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!144 = !DILocalVariable(name: "width", arg: 1, scope: !143, file: !2, line: 46, type: !83)
!145 = !DILocation(line: 46, scope: !143)
!146 = !DILocalVariable(name: "format", scope: !143, file: !2, line: 47, type: !147)
!147 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, elements: !148)
!148 = !{!149}
!149 = !DISubrange(count: 16)
!150 = !DILocation(line: 47, scope: !143)
!151 = !DILocation(line: 48, scope: !143)
!152 = !DILocation(line: 49, scope: !143)
!153 = !DILocation(line: 50, scope: !143)
!154 = distinct !DISubprogram(name: "report", scope: !2, file: !2, line: 6, type: !155, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!155 = !DISubroutineType(types: !156)
!156 = !{null, !51, null}
!157 = !DILocalVariable(name: "format", arg: 1, scope: !154, file: !2, line: 6, type: !51)
!158 = !DILocation(line: 6, scope: !154)
!159 = !DILocalVariable(name: "arguments", scope: !154, file: !2, line: 7, type: !160)
!160 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !161, line: 2, baseType: !162)
!161 = !DIFile(filename: "./head.h", directory: ".")
!162 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !2, baseType: !163)
!163 = !DICompositeType(tag: DW_TAG_array_type, baseType: !164, size: 192, elements: !171)
!164 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !165)
!165 = !{!166, !168, !169, !170}
!166 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !164, file: !2, line: 7, baseType: !167, size: 32)
!167 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!168 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !164, file: !2, line: 7, baseType: !167, size: 32, offset: 32)
!169 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !164, file: !2, line: 7, baseType: !11, size: 64, offset: 64)
!170 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !164, file: !2, line: 7, baseType: !11, size: 64, offset: 128)
!171 = !{!172}
!172 = !DISubrange(count: 1)
!173 = !DILocation(line: 7, scope: !154)
!174 = !DILocation(line: 8, scope: !154)
!175 = !DILocation(line: 9, scope: !154)
!176 = !DILocation(line: 10, scope: !154)
!177 = !DILocation(line: 11, scope: !154)
!178 = distinct !DISubprogram(name: "fail", scope: !2, file: !2, line: 13, type: !155, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!179 = !DILocalVariable(name: "format", arg: 1, scope: !178, file: !2, line: 13, type: !51)
!180 = !DILocation(line: 13, scope: !178)
!181 = !DILocalVariable(name: "text", scope: !178, file: !2, line: 14, type: !71)
!182 = !DILocation(line: 14, scope: !178)
!183 = !DILocalVariable(name: "arguments", scope: !178, file: !2, line: 15, type: !160)
!184 = !DILocation(line: 15, scope: !178)
!185 = !DILocation(line: 16, scope: !178)
!186 = !DILocation(line: 17, scope: !178)
!187 = !DILocation(line: 18, scope: !178)
!188 = !DILocation(line: 19, scope: !178)
!189 = !DILocation(line: 20, scope: !178)
!190 = !DILocation(line: 21, scope: !178)
!191 = distinct !DISubprogram(name: "show", scope: !2, file: !2, line: 23, type: !192, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!192 = !DISubroutineType(types: !193)
!193 = !{null, !51}
!194 = !DILocalVariable(name: "text", arg: 1, scope: !191, file: !2, line: 23, type: !51)
!195 = !DILocation(line: 23, scope: !191)
!196 = !DILocation(line: 24, scope: !191)
!197 = !DILocation(line: 25, scope: !191)
!198 = distinct !DISubprogram(name: "translated", scope: !2, file: !2, line: 31, type: !120, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !86)
!199 = !DILocalVariable(name: "count", arg: 1, scope: !198, file: !2, line: 31, type: !83)
!200 = !DILocation(line: 31, scope: !198)
!201 = !DILocation(line: 32, scope: !198)
!202 = !DILocation(line: 33, scope: !198)
!203 = !DILocation(line: 34, scope: !198)
