; Secrets that are printed, compiled from the C program below by clang -O0 -g.
;
;   1  struct account {
;   2    char *user;
;   3    char *password;
;   4    int password_length;
;   5  };
;
;   7  static char password[32];
;   8  static char greeting[64];
;   9  static int failures;
;
;  11  static void debug(const char *text) {
;  12    fprintf(stderr, "debug: %s\n", text); // finding
;  13  }
;
;  15  static int check(struct account *account, const char *given) {
;  16    if (strcmp(account->password, given) == 0)
;  17      return 1;
;  18    failures++;
;  19    printf("%d failures of %s\n", failures, account->user);
;  20    fprintf(stderr, "expected %s\n", account->password); // finding
;  21    return 0;
;  22  }
;
;  24  static void read_password(void) {
;  25    char line[32];
;  26    puts("password: ");
;  27    if (fgets(password, sizeof password, stdin) == NULL)
;  28      return;
;  29    strncpy(line, password, sizeof line);
;  30    puts(line); // finding
;  31    printf("%d characters\n", (int)strlen(password));
;  32  }
;
;  34  static void save(FILE *file, const char *secret) {
;  35    fprintf(file, "%s\n", secret);
;  36  }
;
;  38  static void greet(const char *user) {
;  39    snprintf(greeting, sizeof greeting, "hello %s", user);
;  40    puts(greeting);
;  41  }
;
;  43  static void ask(void) {
;  44    char message[64];
;  45    char *answer = getpass("password: ");
;  46    char *copy = strdup(answer);
;  47    snprintf(message, sizeof message, "read '%s'", copy);
;  48    syslog(1, "%s", message); // finding
;  49    puts(copy[0] == 'x' ? "x" : "other");
;  50    write(1, copy, 4); // finding
;  51    free(copy);
;  52  }
;
;  54  int main(int argc, char **argv) {
;  55    struct account account = {argv[1], argv[2], 0};
;  56    FILE *file = argc > 3 ? stdin : NULL;
;  57    char *passphrase = getenv("PASSPHRASE");
;  58    account.password_length = strlen(account.password);
;  59    printf("length %d\n", account.password_length);
;  60    read_password();
;  61    greet(account.user);
;  62    ask();
;  63    save(file, passphrase);
;  64    debug(account.user);
;  65    debug(passphrase);
;  66    return check(&account, argv[3]);
;  67  }

source_filename = "secret-leak.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.account = type { ptr, ptr, i32 }

@stdin = external global ptr, align 8
@.str = private unnamed_addr constant [11 x i8] c"PASSPHRASE\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [11 x i8] c"length %d\0A\00", align 1, !dbg !7
@.str.2 = private unnamed_addr constant [11 x i8] c"password: \00", align 1, !dbg !9
@password = internal global [32 x i8] zeroinitializer, align 16, !dbg !11
@.str.3 = private unnamed_addr constant [15 x i8] c"%d characters\0A\00", align 1, !dbg !18
@greeting = internal global [64 x i8] zeroinitializer, align 16, !dbg !28
@.str.4 = private unnamed_addr constant [9 x i8] c"hello %s\00", align 1, !dbg !23
@.str.5 = private unnamed_addr constant [10 x i8] c"read '%s'\00", align 1, !dbg !33
@.str.6 = private unnamed_addr constant [3 x i8] c"%s\00", align 1, !dbg !38
@.str.7 = private unnamed_addr constant [2 x i8] c"x\00", align 1, !dbg !43
@.str.8 = private unnamed_addr constant [6 x i8] c"other\00", align 1, !dbg !48
@.str.9 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1, !dbg !53
@stderr = external global ptr, align 8
@.str.10 = private unnamed_addr constant [11 x i8] c"debug: %s\0A\00", align 1, !dbg !58
@failures = internal global i32 0, align 4, !dbg !70
@.str.11 = private unnamed_addr constant [19 x i8] c"%d failures of %s\0A\00", align 1, !dbg !60
@.str.12 = private unnamed_addr constant [13 x i8] c"expected %s\0A\00", align 1, !dbg !65

; Function Attrs: noinline nounwind optnone
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !81 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %account = alloca %struct.account, align 8
  %file = alloca ptr, align 8
  %passphrase = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
    #dbg_declare(ptr %argc.addr, !87, !DIExpression(), !88)
  store ptr %argv, ptr %argv.addr, align 8
    #dbg_declare(ptr %argv.addr, !89, !DIExpression(), !88)
    #dbg_declare(ptr %account, !90, !DIExpression(), !96)
  %user = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 0, !dbg !96
  %0 = load ptr, ptr %argv.addr, align 8, !dbg !96
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 1, !dbg !96
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !96
  store ptr %1, ptr %user, align 8, !dbg !96
  %password = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 1, !dbg !96
  %2 = load ptr, ptr %argv.addr, align 8, !dbg !96
  %arrayidx1 = getelementptr inbounds ptr, ptr %2, i64 2, !dbg !96
  %3 = load ptr, ptr %arrayidx1, align 8, !dbg !96
  store ptr %3, ptr %password, align 8, !dbg !96
  %password_length = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 2, !dbg !96
  store i32 0, ptr %password_length, align 8, !dbg !96
    #dbg_declare(ptr %file, !97, !DIExpression(), !102)
  %4 = load i32, ptr %argc.addr, align 4, !dbg !102
  %cmp = icmp sgt i32 %4, 3, !dbg !102
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !102

cond.true:                                        ; preds = %entry
  %5 = load ptr, ptr @stdin, align 8, !dbg !102
  br label %cond.end, !dbg !102

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !102

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %5, %cond.true ], [ null, %cond.false ], !dbg !102
  store ptr %cond, ptr %file, align 8, !dbg !102
    #dbg_declare(ptr %passphrase, !103, !DIExpression(), !104)
  %call = call ptr @getenv(ptr noundef @.str), !dbg !104
  store ptr %call, ptr %passphrase, align 8, !dbg !104
  %password2 = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 1, !dbg !105
  %6 = load ptr, ptr %password2, align 8, !dbg !105
  %call3 = call i64 @strlen(ptr noundef %6) #3, !dbg !105
  %conv = trunc i64 %call3 to i32, !dbg !105
  %password_length4 = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 2, !dbg !105
  store i32 %conv, ptr %password_length4, align 8, !dbg !105
  %password_length5 = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 2, !dbg !106
  %7 = load i32, ptr %password_length5, align 8, !dbg !106
  %call6 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %7), !dbg !106
  call void @read_password(), !dbg !107
  %user7 = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 0, !dbg !108
  %8 = load ptr, ptr %user7, align 8, !dbg !108
  call void @greet(ptr noundef %8), !dbg !108
  call void @ask(), !dbg !109
  %9 = load ptr, ptr %file, align 8, !dbg !110
  %10 = load ptr, ptr %passphrase, align 8, !dbg !110
  call void @save(ptr noundef %9, ptr noundef %10), !dbg !110
  %user8 = getelementptr inbounds %struct.account, ptr %account, i32 0, i32 0, !dbg !111
  %11 = load ptr, ptr %user8, align 8, !dbg !111
  call void @debug(ptr noundef %11), !dbg !111
  %12 = load ptr, ptr %passphrase, align 8, !dbg !112
  call void @debug(ptr noundef %12), !dbg !112
  %13 = load ptr, ptr %argv.addr, align 8, !dbg !113
  %arrayidx9 = getelementptr inbounds ptr, ptr %13, i64 3, !dbg !113
  %14 = load ptr, ptr %arrayidx9, align 8, !dbg !113
  %call10 = call i32 @check(ptr noundef %account, ptr noundef %14), !dbg !113
  ret i32 %call10, !dbg !113
}

declare ptr @getenv(ptr noundef) #1

; Function Attrs: nounwind
declare i64 @strlen(ptr noundef) #2

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone
define internal void @read_password() #0 !dbg !114 {
entry:
  %line = alloca [32 x i8], align 16
    #dbg_declare(ptr %line, !117, !DIExpression(), !118)
  %call = call i32 @puts(ptr noundef @.str.2), !dbg !119
  %0 = load ptr, ptr @stdin, align 8, !dbg !120
  %call1 = call ptr @fgets(ptr noundef @password, i32 noundef 32, ptr noundef %0), !dbg !120
  %cmp = icmp eq ptr %call1, null, !dbg !120
  br i1 %cmp, label %if.then, label %if.end, !dbg !122

if.then:                                          ; preds = %entry
  br label %return, !dbg !123

if.end:                                           ; preds = %entry
  %arraydecay = getelementptr inbounds [32 x i8], ptr %line, i64 0, i64 0, !dbg !124
  %call2 = call ptr @strncpy(ptr noundef %arraydecay, ptr noundef @password, i64 noundef 32) #3, !dbg !124
  %arraydecay3 = getelementptr inbounds [32 x i8], ptr %line, i64 0, i64 0, !dbg !125
  %call4 = call i32 @puts(ptr noundef %arraydecay3), !dbg !125
  %call5 = call i64 @strlen(ptr noundef @password) #3, !dbg !126
  %conv = trunc i64 %call5 to i32, !dbg !126
  %call6 = call i32 (ptr, ...) @printf(ptr noundef @.str.3, i32 noundef %conv), !dbg !126
  br label %return, !dbg !127

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !127
}

; Function Attrs: noinline nounwind optnone
define internal void @greet(ptr noundef %user) #0 !dbg !128 {
entry:
  %user.addr = alloca ptr, align 8
  store ptr %user, ptr %user.addr, align 8
    #dbg_declare(ptr %user.addr, !133, !DIExpression(), !134)
  %0 = load ptr, ptr %user.addr, align 8, !dbg !135
  %call = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef @greeting, i64 noundef 64, ptr noundef @.str.4, ptr noundef %0) #3, !dbg !135
  %call1 = call i32 @puts(ptr noundef @greeting), !dbg !136
  ret void, !dbg !137
}

; Function Attrs: noinline nounwind optnone
define internal void @ask() #0 !dbg !138 {
entry:
  %message = alloca [64 x i8], align 16
  %answer = alloca ptr, align 8
  %copy = alloca ptr, align 8
    #dbg_declare(ptr %message, !139, !DIExpression(), !140)
    #dbg_declare(ptr %answer, !141, !DIExpression(), !142)
  %call = call ptr @getpass(ptr noundef @.str.2), !dbg !142
  store ptr %call, ptr %answer, align 8, !dbg !142
    #dbg_declare(ptr %copy, !143, !DIExpression(), !144)
  %0 = load ptr, ptr %answer, align 8, !dbg !144
  %call1 = call ptr @strdup(ptr noundef %0) #3, !dbg !144
  store ptr %call1, ptr %copy, align 8, !dbg !144
  %arraydecay = getelementptr inbounds [64 x i8], ptr %message, i64 0, i64 0, !dbg !145
  %1 = load ptr, ptr %copy, align 8, !dbg !145
  %call2 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %arraydecay, i64 noundef 64, ptr noundef @.str.5, ptr noundef %1) #3, !dbg !145
  %arraydecay3 = getelementptr inbounds [64 x i8], ptr %message, i64 0, i64 0, !dbg !146
  call void (i32, ptr, ...) @syslog(i32 noundef 1, ptr noundef @.str.6, ptr noundef %arraydecay3), !dbg !146
  %2 = load ptr, ptr %copy, align 8, !dbg !147
  %arrayidx = getelementptr inbounds i8, ptr %2, i64 0, !dbg !147
  %3 = load i8, ptr %arrayidx, align 1, !dbg !147
  %conv = sext i8 %3 to i32, !dbg !147
  %cmp = icmp eq i32 %conv, 120, !dbg !147
  %4 = zext i1 %cmp to i64, !dbg !147
  %cond = select i1 %cmp, ptr @.str.7, ptr @.str.8, !dbg !147
  %call5 = call i32 @puts(ptr noundef %cond), !dbg !147
  %5 = load ptr, ptr %copy, align 8, !dbg !148
  %call6 = call i64 @write(i32 noundef 1, ptr noundef %5, i64 noundef 4), !dbg !148
  %6 = load ptr, ptr %copy, align 8, !dbg !149
  call void @free(ptr noundef %6), !dbg !149
  ret void, !dbg !150
}

; Function Attrs: noinline nounwind optnone
define internal void @save(ptr noundef %file, ptr noundef %secret) #0 !dbg !151 {
entry:
  %file.addr = alloca ptr, align 8
  %secret.addr = alloca ptr, align 8
  store ptr %file, ptr %file.addr, align 8
    #dbg_declare(ptr %file.addr, !154, !DIExpression(), !155)
  store ptr %secret, ptr %secret.addr, align 8
    #dbg_declare(ptr %secret.addr, !156, !DIExpression(), !155)
  %0 = load ptr, ptr %file.addr, align 8, !dbg !157
  %1 = load ptr, ptr %secret.addr, align 8, !dbg !157
  %call = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %0, ptr noundef @.str.9, ptr noundef %1) #3, !dbg !157
  ret void, !dbg !158
}

; Function Attrs: noinline nounwind optnone
define internal void @debug(ptr noundef %text) #0 !dbg !159 {
entry:
  %text.addr = alloca ptr, align 8
  store ptr %text, ptr %text.addr, align 8
    #dbg_declare(ptr %text.addr, !160, !DIExpression(), !161)
  %0 = load ptr, ptr @stderr, align 8, !dbg !162
  %1 = load ptr, ptr %text.addr, align 8, !dbg !162
  %call = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %0, ptr noundef @.str.10, ptr noundef %1) #3, !dbg !162
  ret void, !dbg !163
}

; Function Attrs: noinline nounwind optnone
define internal i32 @check(ptr noundef %account, ptr noundef %given) #0 !dbg !164 {
entry:
  %retval = alloca i32, align 4
  %account.addr = alloca ptr, align 8
  %given.addr = alloca ptr, align 8
  store ptr %account, ptr %account.addr, align 8
    #dbg_declare(ptr %account.addr, !168, !DIExpression(), !169)
  store ptr %given, ptr %given.addr, align 8
    #dbg_declare(ptr %given.addr, !170, !DIExpression(), !169)
  %0 = load ptr, ptr %account.addr, align 8, !dbg !171
  %password = getelementptr inbounds %struct.account, ptr %0, i32 0, i32 1, !dbg !171
  %1 = load ptr, ptr %password, align 8, !dbg !171
  %2 = load ptr, ptr %given.addr, align 8, !dbg !171
  %call = call i32 @strcmp(ptr noundef %1, ptr noundef %2) #3, !dbg !171
  %cmp = icmp eq i32 %call, 0, !dbg !171
  br i1 %cmp, label %if.then, label %if.end, !dbg !173

if.then:                                          ; preds = %entry
  store i32 1, ptr %retval, align 4, !dbg !174
  br label %return, !dbg !174

if.end:                                           ; preds = %entry
  %3 = load i32, ptr @failures, align 4, !dbg !175
  %inc = add nsw i32 %3, 1, !dbg !175
  store i32 %inc, ptr @failures, align 4, !dbg !175
  %4 = load i32, ptr @failures, align 4, !dbg !176
  %5 = load ptr, ptr %account.addr, align 8, !dbg !176
  %user = getelementptr inbounds %struct.account, ptr %5, i32 0, i32 0, !dbg !176
  %6 = load ptr, ptr %user, align 8, !dbg !176
  %call1 = call i32 (ptr, ...) @printf(ptr noundef @.str.11, i32 noundef %4, ptr noundef %6), !dbg !176
  %7 = load ptr, ptr @stderr, align 8, !dbg !177
  %8 = load ptr, ptr %account.addr, align 8, !dbg !177
  %password2 = getelementptr inbounds %struct.account, ptr %8, i32 0, i32 1, !dbg !177
  %9 = load ptr, ptr %password2, align 8, !dbg !177
  %call3 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %7, ptr noundef @.str.12, ptr noundef %9) #3, !dbg !177
  store i32 0, ptr %retval, align 4, !dbg !178
  br label %return, !dbg !178

return:                                           ; preds = %if.end, %if.then
  %10 = load i32, ptr %retval, align 4, !dbg !179
  ret i32 %10, !dbg !179
}

declare i32 @puts(ptr noundef) #1

declare ptr @fgets(ptr noundef, i32 noundef, ptr noundef) #1

; Function Attrs: nounwind
declare ptr @strncpy(ptr noundef, ptr noundef, i64 noundef) #2

; Function Attrs: nounwind
declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) #2

declare ptr @getpass(ptr noundef) #1

; Function Attrs: nounwind
declare ptr @strdup(ptr noundef) #2

declare void @syslog(i32 noundef, ptr noundef, ...) #1

declare i64 @write(i32 noundef, ptr noundef, i64 noundef) #1

declare void @free(ptr noundef) #1

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #2

; Function Attrs: nounwind
declare i32 @strcmp(ptr noundef, ptr noundef) #2

attributes #0 = { noinline nounwind optnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!13}
!llvm.module.flags = !{!75, !76, !77, !78, !79, !80}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 57, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "secret-leak.c", directory: ".")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 88, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 11)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 59, type: !3, isLocal: true, isDefinition: true)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(scope: null, file: !2, line: 26, type: !3, isLocal: true, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "password", scope: !13, file: !2, line: 7, type: !72, isLocal: true, isDefinition: true)
!13 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !14, globals: !17, splitDebugInlining: false, nameTableKind: None)
!14 = !{!15, !16}
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{!0, !7, !9, !18, !11, !23, !28, !33, !38, !43, !48, !53, !58, !60, !65, !70}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(scope: null, file: !2, line: 31, type: !20, isLocal: true, isDefinition: true)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 120, elements: !21)
!21 = !{!22}
!22 = !DISubrange(count: 15)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(scope: null, file: !2, line: 39, type: !25, isLocal: true, isDefinition: true)
!25 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 72, elements: !26)
!26 = !{!27}
!27 = !DISubrange(count: 9)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(name: "greeting", scope: !13, file: !2, line: 8, type: !30, isLocal: true, isDefinition: true)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 512, elements: !31)
!31 = !{!32}
!32 = !DISubrange(count: 64)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(scope: null, file: !2, line: 47, type: !35, isLocal: true, isDefinition: true)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 80, elements: !36)
!36 = !{!37}
!37 = !DISubrange(count: 10)
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression())
!39 = distinct !DIGlobalVariable(scope: null, file: !2, line: 48, type: !40, isLocal: true, isDefinition: true)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 24, elements: !41)
!41 = !{!42}
!42 = !DISubrange(count: 3)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression())
!44 = distinct !DIGlobalVariable(scope: null, file: !2, line: 49, type: !45, isLocal: true, isDefinition: true)
!45 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 16, elements: !46)
!46 = !{!47}
!47 = !DISubrange(count: 2)
!48 = !DIGlobalVariableExpression(var: !49, expr: !DIExpression())
!49 = distinct !DIGlobalVariable(scope: null, file: !2, line: 49, type: !50, isLocal: true, isDefinition: true)
!50 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !51)
!51 = !{!52}
!52 = !DISubrange(count: 6)
!53 = !DIGlobalVariableExpression(var: !54, expr: !DIExpression())
!54 = distinct !DIGlobalVariable(scope: null, file: !2, line: 35, type: !55, isLocal: true, isDefinition: true)
!55 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !56)
!56 = !{!57}
!57 = !DISubrange(count: 4)
!58 = !DIGlobalVariableExpression(var: !59, expr: !DIExpression())
!59 = distinct !DIGlobalVariable(scope: null, file: !2, line: 12, type: !3, isLocal: true, isDefinition: true)
!60 = !DIGlobalVariableExpression(var: !61, expr: !DIExpression())
!61 = distinct !DIGlobalVariable(scope: null, file: !2, line: 19, type: !62, isLocal: true, isDefinition: true)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 152, elements: !63)
!63 = !{!64}
!64 = !DISubrange(count: 19)
!65 = !DIGlobalVariableExpression(var: !66, expr: !DIExpression())
!66 = distinct !DIGlobalVariable(scope: null, file: !2, line: 20, type: !67, isLocal: true, isDefinition: true)
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 104, elements: !68)
!68 = !{!69}
!69 = !DISubrange(count: 13)
!70 = !DIGlobalVariableExpression(var: !71, expr: !DIExpression())
!71 = distinct !DIGlobalVariable(name: "failures", scope: !13, file: !2, line: 9, type: !16, isLocal: true, isDefinition: true)
!72 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 256, elements: !73)
!73 = !{!74}
!74 = !DISubrange(count: 32)
!75 = !{i32 7, !"Dwarf Version", i32 5}
!76 = !{i32 2, !"Debug Info Version", i32 3}
!77 = !{i32 1, !"wchar_size", i32 4}
!78 = !{i32 8, !"PIC Level", i32 2}
!79 = !{i32 7, !"PIE Level", i32 2}
!80 = !{i32 7, !"frame-pointer", i32 2}
!81 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 54, type: !82, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !13, retainedNodes: !86)
!82 = !DISubroutineType(types: !83)
!83 = !{!16, !16, !84}
!84 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !85, size: 64)
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!86 = !{}
!87 = !DILocalVariable(name: "argc", arg: 1, scope: !81, file: !2, line: 54, type: !16)
!88 = !DILocation(line: 54, scope: !81)
!89 = !DILocalVariable(name: "argv", arg: 2, scope: !81, file: !2, line: 54, type: !84)
!90 = !DILocalVariable(name: "account", scope: !81, file: !2, line: 55, type: !91)
!91 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "account", file: !2, line: 1, size: 192, elements: !92)
!92 = !{!93, !94, !95}
!93 = !DIDerivedType(tag: DW_TAG_member, name: "user", scope: !91, file: !2, line: 2, baseType: !85, size: 64)
!94 = !DIDerivedType(tag: DW_TAG_member, name: "password", scope: !91, file: !2, line: 3, baseType: !85, size: 64, offset: 64)
!95 = !DIDerivedType(tag: DW_TAG_member, name: "password_length", scope: !91, file: !2, line: 4, baseType: !16, size: 32, offset: 128)
!96 = !DILocation(line: 55, scope: !81)
!97 = !DILocalVariable(name: "file", scope: !81, file: !2, line: 56, type: !98)
!98 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !99, size: 64)
!99 = !DIDerivedType(tag: DW_TAG_typedef, name: "FILE", file: !100, line: 5, baseType: !101)
!100 = !DIFile(filename: "./head.h", directory: ".")
!101 = !DICompositeType(tag: DW_TAG_structure_type, name: "FILE", file: !100, line: 5, flags: DIFlagFwdDecl)
!102 = !DILocation(line: 56, scope: !81)
!103 = !DILocalVariable(name: "passphrase", scope: !81, file: !2, line: 57, type: !85)
!104 = !DILocation(line: 57, scope: !81)
!105 = !DILocation(line: 58, scope: !81)
!106 = !DILocation(line: 59, scope: !81)
!107 = !DILocation(line: 60, scope: !81)
!108 = !DILocation(line: 61, scope: !81)
!109 = !DILocation(line: 62, scope: !81)
!110 = !DILocation(line: 63, scope: !81)
!111 = !DILocation(line: 64, scope: !81)
!112 = !DILocation(line: 65, scope: !81)
!113 = !DILocation(line: 66, scope: !81)
!114 = distinct !DISubprogram(name: "read_password", scope: !2, file: !2, line: 24, type: !115, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !13, retainedNodes: !86)
!115 = !DISubroutineType(types: !116)
!116 = !{null}
!117 = !DILocalVariable(name: "line", scope: !114, file: !2, line: 25, type: !72)
!118 = !DILocation(line: 25, scope: !114)
!119 = !DILocation(line: 26, scope: !114)
!120 = !DILocation(line: 27, scope: !121)
!121 = distinct !DILexicalBlock(scope: !114, file: !2, line: 27)
!122 = !DILocation(line: 27, scope: !114)
!123 = !DILocation(line: 28, scope: !121)
!124 = !DILocation(line: 29, scope: !114)
!125 = !DILocation(line: 30, scope: !114)
!126 = !DILocation(line: 31, scope: !114)
!127 = !DILocation(line: 32, scope: !114)
!128 = distinct !DISubprogram(name: "greet", scope: !2, file: !2, line: 38, type: !129, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !13, retainedNodes: !86)
!129 = !DISubroutineType(types: !130)
!130 = !{null, !131}
!131 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !132, size: 64)
!132 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!133 = !DILocalVariable(name: "user", arg: 1, scope: !128, file: !2, line: 38, type: !131)
!134 = !DILocation(line: 38, scope: !128)
!135 = !DILocation(line: 39, scope: !128)
!136 = !DILocation(line: 40, scope: !128)
!137 = !DILocation(line: 41, scope: !128)
!138 = distinct !DISubprogram(name: "ask", scope: !2, file: !2, line: 43, type: !115, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !13, retainedNodes: !86)
!139 = !DILocalVariable(name: "message", scope: !138, file: !2, line: 44, type: !30)
!140 = !DILocation(line: 44, scope: !138)
!141 = !DILocalVariable(name: "answer", scope: !138, file: !2, line: 45, type: !85)
!142 = !DILocation(line: 45, scope: !138)
!143 = !DILocalVariable(name: "copy", scope: !138, file: !2, line: 46, type: !85)
!144 = !DILocation(line: 46, scope: !138)
!145 = !DILocation(line: 47, scope: !138)
!146 = !DILocation(line: 48, scope: !138)
!147 = !DILocation(line: 49, scope: !138)
!148 = !DILocation(line: 50, scope: !138)
!149 = !DILocation(line: 51, scope: !138)
!150 = !DILocation(line: 52, scope: !138)
!151 = distinct !DISubprogram(name: "save", scope: !2, file: !2, line: 34, type: !152, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !13, retainedNodes: !86)
!152 = !DISubroutineType(types: !153)
!153 = !{null, !98, !131}
!154 = !DILocalVariable(name: "file", arg: 1, scope: !151, file: !2, line: 34, type: !98)
!155 = !DILocation(line: 34, scope: !151)
!156 = !DILocalVariable(name: "secret", arg: 2, scope: !151, file: !2, line: 34, type: !131)
!157 = !DILocation(line: 35, scope: !151)
!158 = !DILocation(line: 36, scope: !151)
!159 = distinct !DISubprogram(name: "debug", scope: !2, file: !2, line: 11, type: !129, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !13, retainedNodes: !86)
!160 = !DILocalVariable(name: "text", arg: 1, scope: !159, file: !2, line: 11, type: !131)
!161 = !DILocation(line: 11, scope: !159)
!162 = !DILocation(line: 12, scope: !159)
!163 = !DILocation(line: 13, scope: !159)
!164 = distinct !DISubprogram(name: "check", scope: !2, file: !2, line: 15, type: !165, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !13, retainedNodes: !86)
!165 = !DISubroutineType(types: !166)
!166 = !{!16, !167, !131}
!167 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !91, size: 64)
!168 = !DILocalVariable(name: "account", arg: 1, scope: !164, file: !2, line: 15, type: !167)
!169 = !DILocation(line: 15, scope: !164)
!170 = !DILocalVariable(name: "given", arg: 2, scope: !164, file: !2, line: 15, type: !131)
!171 = !DILocation(line: 16, scope: !172)
!172 = distinct !DILexicalBlock(scope: !164, file: !2, line: 16)
!173 = !DILocation(line: 16, scope: !164)
!174 = !DILocation(line: 17, scope: !172)
!175 = !DILocation(line: 18, scope: !164)
!176 = !DILocation(line: 19, scope: !164)
!177 = !DILocation(line: 20, scope: !164)
!178 = !DILocation(line: 21, scope: !164)
!179 = !DILocation(line: 22, scope: !164)
