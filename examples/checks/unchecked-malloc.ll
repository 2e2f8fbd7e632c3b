; Results of malloc, checked and not, compiled from the C program below by clang -O0 -g.
;
;   1  struct node {
;   2    struct node *next;
;   3    char *name;
;   4    int value;
;   5  };
;
;   7  static struct node *push(struct node *tail, const char *name) {
;   8    struct node *node = malloc(sizeof *node);
;   9    node->next = tail; // finding
;  10    node->name = strdup(name);
;  11    return node;
;  12  }
;
;  14  static struct node *push_checked(struct node *tail, const char *name) {
;  15    struct node *node = malloc(sizeof *node);
;  16    if (!node)
;  17      return tail;
;  18    node->next = tail;
;  19    node->name = strdup(name);
;  20    if (node->name == NULL) {
;  21      free(node);
;  22      return tail;
;  23    }
;  24    node->name[0] = 'x';
;  25    return node;
;  26  }
;
;  28  static char *copy(const char *text) {
;  29    size_t length = strlen(text) + 1;
;  30    return memcpy(malloc(length), text, length); // finding
;  31  }
;
;  33  static void *must_allocate(size_t size) {
;  34    void *memory = malloc(size);
;  35    if (memory == NULL)
;  36      abort();
;  37    return memory;
;  38  }
;
;  40  static int *counts(int length) {
;  41    int *result = must_allocate(length * sizeof *result);
;  42    for (int i = 0; i < length; i++)
;  43      result[i] = i;
;  44    return result;
;  45  }
;
;  47  static int too_late(int length) {
;  48    int *list = calloc(length, sizeof *list);
;  49    list[0] = length; // finding
;  50    if (list == NULL)
;  51      return 0;
;  52    length = list[length - 1];
;  53    free(list);
;  54    return length;
;  55  }
;
;  57  static int both(int length) {
;  58    int *first = malloc(length);
;  59    int *second = malloc(length);
;  60    int ok = first && second;
;  61    if (ok)
;  62      *first = *second = 1;
;  63    free(first);
;  64    free(second);
;  65    return ok;
;  66  }
;
;  68  static char *grow(char *buffer, size_t *size) {
;  69    char *larger;
;  70    while (*size < 100) {
;  71      *size *= 2;
;  72      larger = realloc(buffer, *size);
;  73      larger[*size - 1] = 0; // finding
;  74      buffer = larger;
;  75    }
;  76    larger = malloc(*size);
;  77    if (larger)
;  78      memset(larger, 0, *size);
;  79    return buffer;
;  80  }
;
;  82  static void other_variable(int length) {
;  83    char *first = malloc(length);
;  84    char *second;
;  85    if (first == NULL)
;  86      return;
;  87    *first = 0;
;  88    second = malloc(length);
;  89    strcpy(second, first); // finding
;  90    free(first);
;  91    first = malloc(length);
;  92    first[1] = 1; // finding
;  93  }
;
;  95  static int fill(struct node *node) {
;  96    node->name = malloc(16);
;  97    if (node->name == NULL)
;  98      return -1;
;  99    node->name[0] = 0;
; 100    node->next = malloc(sizeof *node);
; 101    node->next->value = 1; // finding
; 102    return 0;
; 103  }
;
; 105  int main(int argc, char **argv) {
; 106    struct node node;
; 107    struct node *list = push(push_checked(NULL, argv[0]), copy(argv[0]));
; 108    size_t size = argc;
; 109    grow(NULL, &size);
; 110    other_variable(argc);
; 111    return fill(&node) + both(argc) + too_late(argc) + counts(argc)[0] + list->value;
; 112  }

source_filename = "unchecked-malloc.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, ptr, i32 }

; Function Attrs: noinline nounwind optnone
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !10 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %node = alloca %struct.node, align 8
  %list = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
    #dbg_declare(ptr %argc.addr, !18, !DIExpression(), !19)
  store ptr %argv, ptr %argv.addr, align 8
    #dbg_declare(ptr %argv.addr, !20, !DIExpression(), !19)
    #dbg_declare(ptr %node, !21, !DIExpression(), !28)
    #dbg_declare(ptr %list, !29, !DIExpression(), !30)
  %0 = load ptr, ptr %argv.addr, align 8, !dbg !30
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 0, !dbg !30
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !30
  %call = call ptr @push_checked(ptr noundef null, ptr noundef %1), !dbg !30
  %2 = load ptr, ptr %argv.addr, align 8, !dbg !30
  %arrayidx1 = getelementptr inbounds ptr, ptr %2, i64 0, !dbg !30
  %3 = load ptr, ptr %arrayidx1, align 8, !dbg !30
  %call2 = call ptr @copy(ptr noundef %3), !dbg !30
  %call3 = call ptr @push(ptr noundef %call, ptr noundef %call2), !dbg !30
  store ptr %call3, ptr %list, align 8, !dbg !30
    #dbg_declare(ptr %size, !31, !DIExpression(), !35)
  %4 = load i32, ptr %argc.addr, align 4, !dbg !35
  %conv = sext i32 %4 to i64, !dbg !35
  store i64 %conv, ptr %size, align 8, !dbg !35
  %call4 = call ptr @grow(ptr noundef null, ptr noundef %size), !dbg !36
  %5 = load i32, ptr %argc.addr, align 4, !dbg !37
  call void @other_variable(i32 noundef %5), !dbg !37
  %call5 = call i32 @fill(ptr noundef %node), !dbg !38
  %6 = load i32, ptr %argc.addr, align 4, !dbg !38
  %call6 = call i32 @both(i32 noundef %6), !dbg !38
  %add = add nsw i32 %call5, %call6, !dbg !38
  %7 = load i32, ptr %argc.addr, align 4, !dbg !38
  %call7 = call i32 @too_late(i32 noundef %7), !dbg !38
  %add8 = add nsw i32 %add, %call7, !dbg !38
  %8 = load i32, ptr %argc.addr, align 4, !dbg !38
  %call9 = call ptr @counts(i32 noundef %8), !dbg !38
  %arrayidx10 = getelementptr inbounds i32, ptr %call9, i64 0, !dbg !38
  %9 = load i32, ptr %arrayidx10, align 4, !dbg !38
  %add11 = add nsw i32 %add8, %9, !dbg !38
  %10 = load ptr, ptr %list, align 8, !dbg !38
  %value = getelementptr inbounds %struct.node, ptr %10, i32 0, i32 2, !dbg !38
  %11 = load i32, ptr %value, align 8, !dbg !38
  %add12 = add nsw i32 %add11, %11, !dbg !38
  ret i32 %add12, !dbg !38
}

; Function Attrs: noinline nounwind optnone
define internal ptr @push(ptr noundef %tail, ptr noundef %name) #0 !dbg !39 {
entry:
  %tail.addr = alloca ptr, align 8
  %name.addr = alloca ptr, align 8
  %node = alloca ptr, align 8
  store ptr %tail, ptr %tail.addr, align 8
    #dbg_declare(ptr %tail.addr, !44, !DIExpression(), !45)
  store ptr %name, ptr %name.addr, align 8
    #dbg_declare(ptr %name.addr, !46, !DIExpression(), !45)
    #dbg_declare(ptr %node, !47, !DIExpression(), !48)
  %call = call ptr @malloc(i64 noundef 24) #9, !dbg !48
  store ptr %call, ptr %node, align 8, !dbg !48
  %0 = load ptr, ptr %tail.addr, align 8, !dbg !49
  %1 = load ptr, ptr %node, align 8, !dbg !49
  %next = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 0, !dbg !49
  store ptr %0, ptr %next, align 8, !dbg !49
  %2 = load ptr, ptr %name.addr, align 8, !dbg !50
  %call1 = call ptr @strdup(ptr noundef %2) #10, !dbg !50
  %3 = load ptr, ptr %node, align 8, !dbg !50
  %name2 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1, !dbg !50
  store ptr %call1, ptr %name2, align 8, !dbg !50
  %4 = load ptr, ptr %node, align 8, !dbg !51
  ret ptr %4, !dbg !51
}

; Function Attrs: noinline nounwind optnone
define internal ptr @push_checked(ptr noundef %tail, ptr noundef %name) #0 !dbg !52 {
entry:
  %retval = alloca ptr, align 8
  %tail.addr = alloca ptr, align 8
  %name.addr = alloca ptr, align 8
  %node = alloca ptr, align 8
  store ptr %tail, ptr %tail.addr, align 8
    #dbg_declare(ptr %tail.addr, !53, !DIExpression(), !54)
  store ptr %name, ptr %name.addr, align 8
    #dbg_declare(ptr %name.addr, !55, !DIExpression(), !54)
    #dbg_declare(ptr %node, !56, !DIExpression(), !57)
  %call = call ptr @malloc(i64 noundef 24) #9, !dbg !57
  store ptr %call, ptr %node, align 8, !dbg !57
  %0 = load ptr, ptr %node, align 8, !dbg !58
  %tobool = icmp ne ptr %0, null, !dbg !58
  br i1 %tobool, label %if.end, label %if.then, !dbg !60

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr %tail.addr, align 8, !dbg !61
  store ptr %1, ptr %retval, align 8, !dbg !61
  br label %return, !dbg !61

if.end:                                           ; preds = %entry
  %2 = load ptr, ptr %tail.addr, align 8, !dbg !62
  %3 = load ptr, ptr %node, align 8, !dbg !62
  %next = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0, !dbg !62
  store ptr %2, ptr %next, align 8, !dbg !62
  %4 = load ptr, ptr %name.addr, align 8, !dbg !63
  %call1 = call ptr @strdup(ptr noundef %4) #10, !dbg !63
  %5 = load ptr, ptr %node, align 8, !dbg !63
  %name2 = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 1, !dbg !63
  store ptr %call1, ptr %name2, align 8, !dbg !63
  %6 = load ptr, ptr %node, align 8, !dbg !64
  %name3 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 1, !dbg !64
  %7 = load ptr, ptr %name3, align 8, !dbg !64
  %cmp = icmp eq ptr %7, null, !dbg !64
  br i1 %cmp, label %if.then4, label %if.end5, !dbg !66

if.then4:                                         ; preds = %if.end
  %8 = load ptr, ptr %node, align 8, !dbg !67
  call void @free(ptr noundef %8), !dbg !67
  %9 = load ptr, ptr %tail.addr, align 8, !dbg !69
  store ptr %9, ptr %retval, align 8, !dbg !69
  br label %return, !dbg !69

if.end5:                                          ; preds = %if.end
  %10 = load ptr, ptr %node, align 8, !dbg !70
  %name6 = getelementptr inbounds %struct.node, ptr %10, i32 0, i32 1, !dbg !70
  %11 = load ptr, ptr %name6, align 8, !dbg !70
  %arrayidx = getelementptr inbounds i8, ptr %11, i64 0, !dbg !70
  store i8 120, ptr %arrayidx, align 1, !dbg !70
  %12 = load ptr, ptr %node, align 8, !dbg !71
  store ptr %12, ptr %retval, align 8, !dbg !71
  br label %return, !dbg !71

return:                                           ; preds = %if.end5, %if.then4, %if.then
  %13 = load ptr, ptr %retval, align 8, !dbg !72
  ret ptr %13, !dbg !72
}

; Function Attrs: noinline nounwind optnone
define internal ptr @copy(ptr noundef %text) #0 !dbg !73 {
entry:
  %text.addr = alloca ptr, align 8
  %length = alloca i64, align 8
  store ptr %text, ptr %text.addr, align 8
    #dbg_declare(ptr %text.addr, !76, !DIExpression(), !77)
    #dbg_declare(ptr %length, !78, !DIExpression(), !79)
  %0 = load ptr, ptr %text.addr, align 8, !dbg !79
  %call = call i64 @strlen(ptr noundef %0) #10, !dbg !79
  %add = add i64 %call, 1, !dbg !79
  store i64 %add, ptr %length, align 8, !dbg !79
  %1 = load i64, ptr %length, align 8, !dbg !80
  %call1 = call ptr @malloc(i64 noundef %1) #9, !dbg !80
  %2 = load ptr, ptr %text.addr, align 8, !dbg !80
  %3 = load i64, ptr %length, align 8, !dbg !80
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call1, ptr align 1 %2, i64 %3, i1 false), !dbg !80
  ret ptr %call1, !dbg !80
}

; Function Attrs: noinline nounwind optnone
define internal ptr @grow(ptr noundef %buffer, ptr noundef %size) #0 !dbg !81 {
entry:
  %buffer.addr = alloca ptr, align 8
  %size.addr = alloca ptr, align 8
  %larger = alloca ptr, align 8
  store ptr %buffer, ptr %buffer.addr, align 8
    #dbg_declare(ptr %buffer.addr, !85, !DIExpression(), !86)
  store ptr %size, ptr %size.addr, align 8
    #dbg_declare(ptr %size.addr, !87, !DIExpression(), !86)
    #dbg_declare(ptr %larger, !88, !DIExpression(), !89)
  br label %while.cond, !dbg !90

while.cond:                                       ; preds = %while.body, %entry
  %0 = load ptr, ptr %size.addr, align 8, !dbg !90
  %1 = load i64, ptr %0, align 8, !dbg !90
  %cmp = icmp ult i64 %1, 100, !dbg !90
  br i1 %cmp, label %while.body, label %while.end, !dbg !90

while.body:                                       ; preds = %while.cond
  %2 = load ptr, ptr %size.addr, align 8, !dbg !91
  %3 = load i64, ptr %2, align 8, !dbg !91
  %mul = mul i64 %3, 2, !dbg !91
  store i64 %mul, ptr %2, align 8, !dbg !91
  %4 = load ptr, ptr %buffer.addr, align 8, !dbg !93
  %5 = load ptr, ptr %size.addr, align 8, !dbg !93
  %6 = load i64, ptr %5, align 8, !dbg !93
  %call = call ptr @realloc(ptr noundef %4, i64 noundef %6) #11, !dbg !93
  store ptr %call, ptr %larger, align 8, !dbg !93
  %7 = load ptr, ptr %larger, align 8, !dbg !94
  %8 = load ptr, ptr %size.addr, align 8, !dbg !94
  %9 = load i64, ptr %8, align 8, !dbg !94
  %sub = sub i64 %9, 1, !dbg !94
  %arrayidx = getelementptr inbounds i8, ptr %7, i64 %sub, !dbg !94
  store i8 0, ptr %arrayidx, align 1, !dbg !94
  %10 = load ptr, ptr %larger, align 8, !dbg !95
  store ptr %10, ptr %buffer.addr, align 8, !dbg !95
  br label %while.cond, !dbg !90, !llvm.loop !96

while.end:                                        ; preds = %while.cond
  %11 = load ptr, ptr %size.addr, align 8, !dbg !99
  %12 = load i64, ptr %11, align 8, !dbg !99
  %call1 = call ptr @malloc(i64 noundef %12) #9, !dbg !99
  store ptr %call1, ptr %larger, align 8, !dbg !99
  %13 = load ptr, ptr %larger, align 8, !dbg !100
  %tobool = icmp ne ptr %13, null, !dbg !100
  br i1 %tobool, label %if.then, label %if.end, !dbg !102

if.then:                                          ; preds = %while.end
  %14 = load ptr, ptr %larger, align 8, !dbg !103
  %15 = load ptr, ptr %size.addr, align 8, !dbg !103
  %16 = load i64, ptr %15, align 8, !dbg !103
  call void @llvm.memset.p0.i64(ptr align 1 %14, i8 0, i64 %16, i1 false), !dbg !103
  br label %if.end, !dbg !103

if.end:                                           ; preds = %if.then, %while.end
  %17 = load ptr, ptr %buffer.addr, align 8, !dbg !104
  ret ptr %17, !dbg !104
}

; Function Attrs: noinline nounwind optnone
define internal void @other_variable(i32 noundef %length) #0 !dbg !105 {
entry:
  %length.addr = alloca i32, align 4
  %first = alloca ptr, align 8
  %second = alloca ptr, align 8
  store i32 %length, ptr %length.addr, align 4
    #dbg_declare(ptr %length.addr, !108, !DIExpression(), !109)
    #dbg_declare(ptr %first, !110, !DIExpression(), !111)
  %0 = load i32, ptr %length.addr, align 4, !dbg !111
  %conv = sext i32 %0 to i64, !dbg !111
  %call = call ptr @malloc(i64 noundef %conv) #9, !dbg !111
  store ptr %call, ptr %first, align 8, !dbg !111
    #dbg_declare(ptr %second, !112, !DIExpression(), !113)
  %1 = load ptr, ptr %first, align 8, !dbg !114
  %cmp = icmp eq ptr %1, null, !dbg !114
  br i1 %cmp, label %if.then, label %if.end, !dbg !116

if.then:                                          ; preds = %entry
  br label %return, !dbg !117

if.end:                                           ; preds = %entry
  %2 = load ptr, ptr %first, align 8, !dbg !118
  store i8 0, ptr %2, align 1, !dbg !118
  %3 = load i32, ptr %length.addr, align 4, !dbg !119
  %conv2 = sext i32 %3 to i64, !dbg !119
  %call3 = call ptr @malloc(i64 noundef %conv2) #9, !dbg !119
  store ptr %call3, ptr %second, align 8, !dbg !119
  %4 = load ptr, ptr %second, align 8, !dbg !120
  %5 = load ptr, ptr %first, align 8, !dbg !120
  %call4 = call ptr @strcpy(ptr noundef %4, ptr noundef %5) #10, !dbg !120
  %6 = load ptr, ptr %first, align 8, !dbg !121
  call void @free(ptr noundef %6), !dbg !121
  %7 = load i32, ptr %length.addr, align 4, !dbg !122
  %conv5 = sext i32 %7 to i64, !dbg !122
  %call6 = call ptr @malloc(i64 noundef %conv5) #9, !dbg !122
  store ptr %call6, ptr %first, align 8, !dbg !122
  %8 = load ptr, ptr %first, align 8, !dbg !123
  %arrayidx = getelementptr inbounds i8, ptr %8, i64 1, !dbg !123
  store i8 1, ptr %arrayidx, align 1, !dbg !123
  br label %return, !dbg !124

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !124
}

; Function Attrs: noinline nounwind optnone
define internal i32 @fill(ptr noundef %node) #0 !dbg !125 {
entry:
  %retval = alloca i32, align 4
  %node.addr = alloca ptr, align 8
  store ptr %node, ptr %node.addr, align 8
    #dbg_declare(ptr %node.addr, !128, !DIExpression(), !129)
  %call = call ptr @malloc(i64 noundef 16) #9, !dbg !130
  %0 = load ptr, ptr %node.addr, align 8, !dbg !130
  %name = getelementptr inbounds %struct.node, ptr %0, i32 0, i32 1, !dbg !130
  store ptr %call, ptr %name, align 8, !dbg !130
  %1 = load ptr, ptr %node.addr, align 8, !dbg !131
  %name1 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 1, !dbg !131
  %2 = load ptr, ptr %name1, align 8, !dbg !131
  %cmp = icmp eq ptr %2, null, !dbg !131
  br i1 %cmp, label %if.then, label %if.end, !dbg !133

if.then:                                          ; preds = %entry
  store i32 -1, ptr %retval, align 4, !dbg !134
  br label %return, !dbg !134

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %node.addr, align 8, !dbg !135
  %name2 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1, !dbg !135
  %4 = load ptr, ptr %name2, align 8, !dbg !135
  %arrayidx = getelementptr inbounds i8, ptr %4, i64 0, !dbg !135
  store i8 0, ptr %arrayidx, align 1, !dbg !135
  %call3 = call ptr @malloc(i64 noundef 24) #9, !dbg !136
  %5 = load ptr, ptr %node.addr, align 8, !dbg !136
  %next = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 0, !dbg !136
  store ptr %call3, ptr %next, align 8, !dbg !136
  %6 = load ptr, ptr %node.addr, align 8, !dbg !137
  %next4 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 0, !dbg !137
  %7 = load ptr, ptr %next4, align 8, !dbg !137
  %value = getelementptr inbounds %struct.node, ptr %7, i32 0, i32 2, !dbg !137
  store i32 1, ptr %value, align 8, !dbg !137
  store i32 0, ptr %retval, align 4, !dbg !138
  br label %return, !dbg !138

return:                                           ; preds = %if.end, %if.then
  %8 = load i32, ptr %retval, align 4, !dbg !139
  ret i32 %8, !dbg !139
}

; Function Attrs: noinline nounwind optnone
define internal i32 @both(i32 noundef %length) #0 !dbg !140 {
entry:
  %length.addr = alloca i32, align 4
  %first = alloca ptr, align 8
  %second = alloca ptr, align 8
  %ok = alloca i32, align 4
  store i32 %length, ptr %length.addr, align 4
    #dbg_declare(ptr %length.addr, !143, !DIExpression(), !144)
    #dbg_declare(ptr %first, !145, !DIExpression(), !147)
  %0 = load i32, ptr %length.addr, align 4, !dbg !147
  %conv = sext i32 %0 to i64, !dbg !147
  %call = call ptr @malloc(i64 noundef %conv) #9, !dbg !147
  store ptr %call, ptr %first, align 8, !dbg !147
    #dbg_declare(ptr %second, !148, !DIExpression(), !149)
  %1 = load i32, ptr %length.addr, align 4, !dbg !149
  %conv1 = sext i32 %1 to i64, !dbg !149
  %call2 = call ptr @malloc(i64 noundef %conv1) #9, !dbg !149
  store ptr %call2, ptr %second, align 8, !dbg !149
    #dbg_declare(ptr %ok, !150, !DIExpression(), !151)
  %2 = load ptr, ptr %first, align 8, !dbg !151
  %tobool = icmp ne ptr %2, null, !dbg !151
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !151

land.rhs:                                         ; preds = %entry
  %3 = load ptr, ptr %second, align 8, !dbg !151
  %tobool3 = icmp ne ptr %3, null, !dbg !151
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %4 = phi i1 [ false, %entry ], [ %tobool3, %land.rhs ], !dbg !152
  %land.ext = zext i1 %4 to i32, !dbg !151
  store i32 %land.ext, ptr %ok, align 4, !dbg !151
  %5 = load i32, ptr %ok, align 4, !dbg !153
  %tobool4 = icmp ne i32 %5, 0, !dbg !153
  br i1 %tobool4, label %if.then, label %if.end, !dbg !155

if.then:                                          ; preds = %land.end
  %6 = load ptr, ptr %second, align 8, !dbg !156
  store i32 1, ptr %6, align 4, !dbg !156
  %7 = load ptr, ptr %first, align 8, !dbg !156
  store i32 1, ptr %7, align 4, !dbg !156
  br label %if.end, !dbg !156

if.end:                                           ; preds = %if.then, %land.end
  %8 = load ptr, ptr %first, align 8, !dbg !157
  call void @free(ptr noundef %8), !dbg !157
  %9 = load ptr, ptr %second, align 8, !dbg !158
  call void @free(ptr noundef %9), !dbg !158
  %10 = load i32, ptr %ok, align 4, !dbg !159
  ret i32 %10, !dbg !159
}

; Function Attrs: noinline nounwind optnone
define internal i32 @too_late(i32 noundef %length) #0 !dbg !160 {
entry:
  %retval = alloca i32, align 4
  %length.addr = alloca i32, align 4
  %list = alloca ptr, align 8
  store i32 %length, ptr %length.addr, align 4
    #dbg_declare(ptr %length.addr, !161, !DIExpression(), !162)
    #dbg_declare(ptr %list, !163, !DIExpression(), !164)
  %0 = load i32, ptr %length.addr, align 4, !dbg !164
  %conv = sext i32 %0 to i64, !dbg !164
  %call = call ptr @calloc(i64 noundef %conv, i64 noundef 4) #12, !dbg !164
  store ptr %call, ptr %list, align 8, !dbg !164
  %1 = load i32, ptr %length.addr, align 4, !dbg !165
  %2 = load ptr, ptr %list, align 8, !dbg !165
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 0, !dbg !165
  store i32 %1, ptr %arrayidx, align 4, !dbg !165
  %3 = load ptr, ptr %list, align 8, !dbg !166
  %cmp = icmp eq ptr %3, null, !dbg !166
  br i1 %cmp, label %if.then, label %if.end, !dbg !168

if.then:                                          ; preds = %entry
  store i32 0, ptr %retval, align 4, !dbg !169
  br label %return, !dbg !169

if.end:                                           ; preds = %entry
  %4 = load ptr, ptr %list, align 8, !dbg !170
  %5 = load i32, ptr %length.addr, align 4, !dbg !170
  %sub = sub nsw i32 %5, 1, !dbg !170
  %idxprom = sext i32 %sub to i64, !dbg !170
  %arrayidx2 = getelementptr inbounds i32, ptr %4, i64 %idxprom, !dbg !170
  %6 = load i32, ptr %arrayidx2, align 4, !dbg !170
  store i32 %6, ptr %length.addr, align 4, !dbg !170
  %7 = load ptr, ptr %list, align 8, !dbg !171
  call void @free(ptr noundef %7), !dbg !171
  %8 = load i32, ptr %length.addr, align 4, !dbg !172
  store i32 %8, ptr %retval, align 4, !dbg !172
  br label %return, !dbg !172

return:                                           ; preds = %if.end, %if.then
  %9 = load i32, ptr %retval, align 4, !dbg !173
  ret i32 %9, !dbg !173
}

; Function Attrs: noinline nounwind optnone
define internal ptr @counts(i32 noundef %length) #0 !dbg !174 {
entry:
  %length.addr = alloca i32, align 4
  %result = alloca ptr, align 8
  %i = alloca i32, align 4
  store i32 %length, ptr %length.addr, align 4
    #dbg_declare(ptr %length.addr, !177, !DIExpression(), !178)
    #dbg_declare(ptr %result, !179, !DIExpression(), !180)
  %0 = load i32, ptr %length.addr, align 4, !dbg !180
  %conv = sext i32 %0 to i64, !dbg !180
  %mul = mul i64 %conv, 4, !dbg !180
  %call = call ptr @must_allocate(i64 noundef %mul), !dbg !180
  store ptr %call, ptr %result, align 8, !dbg !180
    #dbg_declare(ptr %i, !181, !DIExpression(), !183)
  store i32 0, ptr %i, align 4, !dbg !183
  br label %for.cond, !dbg !183

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4, !dbg !184
  %2 = load i32, ptr %length.addr, align 4, !dbg !184
  %cmp = icmp slt i32 %1, %2, !dbg !184
  br i1 %cmp, label %for.body, label %for.end, !dbg !183

for.body:                                         ; preds = %for.cond
  %3 = load i32, ptr %i, align 4, !dbg !186
  %4 = load ptr, ptr %result, align 8, !dbg !186
  %5 = load i32, ptr %i, align 4, !dbg !186
  %idxprom = sext i32 %5 to i64, !dbg !186
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %idxprom, !dbg !186
  store i32 %3, ptr %arrayidx, align 4, !dbg !186
  br label %for.inc, !dbg !186

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %i, align 4, !dbg !184
  %inc = add nsw i32 %6, 1, !dbg !184
  store i32 %inc, ptr %i, align 4, !dbg !184
  br label %for.cond, !dbg !184, !llvm.loop !187

for.end:                                          ; preds = %for.cond
  %7 = load ptr, ptr %result, align 8, !dbg !189
  ret ptr %7, !dbg !189
}

; Function Attrs: allocsize(0)
declare ptr @malloc(i64 noundef) #1

; Function Attrs: nounwind
declare ptr @strdup(ptr noundef) #2

declare void @free(ptr noundef) #3

; Function Attrs: nounwind
declare i64 @strlen(ptr noundef) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: allocsize(1)
declare ptr @realloc(ptr noundef, i64 noundef) #5

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #6

; Function Attrs: nounwind
declare ptr @strcpy(ptr noundef, ptr noundef) #2

; Function Attrs: allocsize(0,1)
declare ptr @calloc(i64 noundef, i64 noundef) #7

; Function Attrs: noinline nounwind optnone
define internal ptr @must_allocate(i64 noundef %size) #0 !dbg !190 {
entry:
  %size.addr = alloca i64, align 8
  %memory = alloca ptr, align 8
  store i64 %size, ptr %size.addr, align 8
    #dbg_declare(ptr %size.addr, !193, !DIExpression(), !194)
    #dbg_declare(ptr %memory, !195, !DIExpression(), !196)
  %0 = load i64, ptr %size.addr, align 8, !dbg !196
  %call = call ptr @malloc(i64 noundef %0) #9, !dbg !196
  store ptr %call, ptr %memory, align 8, !dbg !196
  %1 = load ptr, ptr %memory, align 8, !dbg !197
  %cmp = icmp eq ptr %1, null, !dbg !197
  br i1 %cmp, label %if.then, label %if.end, !dbg !199

if.then:                                          ; preds = %entry
  call void @abort() #13, !dbg !200
  unreachable, !dbg !200

if.end:                                           ; preds = %entry
  %2 = load ptr, ptr %memory, align 8, !dbg !201
  ret ptr %2, !dbg !201
}

; Function Attrs: noreturn nounwind
declare void @abort() #8

attributes #0 = { noinline nounwind optnone }
attributes #1 = { allocsize(0) }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { allocsize(1) }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { allocsize(0,1) }
attributes #8 = { noreturn nounwind }
attributes #9 = { allocsize(0) }
attributes #10 = { nounwind }
attributes #11 = { allocsize(1) }
attributes #12 = { allocsize(0,1) }
attributes #13 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "unchecked-malloc.c", directory: ".")
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"frame-pointer", i32 2}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 105, type: !11, scopeLine: 105, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !17)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!16 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!17 = !{}
!18 = !DILocalVariable(name: "argc", arg: 1, scope: !10, file: !1, line: 105, type: !13)
!19 = !DILocation(line: 105, scope: !10)
!20 = !DILocalVariable(name: "argv", arg: 2, scope: !10, file: !1, line: 105, type: !14)
!21 = !DILocalVariable(name: "node", scope: !10, file: !1, line: 106, type: !22)
!22 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 1, size: 192, elements: !23)
!23 = !{!24, !26, !27}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !22, file: !1, line: 2, baseType: !25, size: 64)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !22, file: !1, line: 3, baseType: !15, size: 64, offset: 64)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !22, file: !1, line: 4, baseType: !13, size: 32, offset: 128)
!28 = !DILocation(line: 106, scope: !10)
!29 = !DILocalVariable(name: "list", scope: !10, file: !1, line: 107, type: !25)
!30 = !DILocation(line: 107, scope: !10)
!31 = !DILocalVariable(name: "size", scope: !10, file: !1, line: 108, type: !32)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !33, line: 2, baseType: !34)
!33 = !DIFile(filename: "./head.h", directory: ".")
!34 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!35 = !DILocation(line: 108, scope: !10)
!36 = !DILocation(line: 109, scope: !10)
!37 = !DILocation(line: 110, scope: !10)
!38 = !DILocation(line: 111, scope: !10)
!39 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 7, type: !40, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!40 = !DISubroutineType(types: !41)
!41 = !{!25, !25, !42}
!42 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!43 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!44 = !DILocalVariable(name: "tail", arg: 1, scope: !39, file: !1, line: 7, type: !25)
!45 = !DILocation(line: 7, scope: !39)
!46 = !DILocalVariable(name: "name", arg: 2, scope: !39, file: !1, line: 7, type: !42)
!47 = !DILocalVariable(name: "node", scope: !39, file: !1, line: 8, type: !25)
!48 = !DILocation(line: 8, scope: !39)
!49 = !DILocation(line: 9, scope: !39)
!50 = !DILocation(line: 10, scope: !39)
!51 = !DILocation(line: 11, scope: !39)
!52 = distinct !DISubprogram(name: "push_checked", scope: !1, file: !1, line: 14, type: !40, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!53 = !DILocalVariable(name: "tail", arg: 1, scope: !52, file: !1, line: 14, type: !25)
!54 = !DILocation(line: 14, scope: !52)
!55 = !DILocalVariable(name: "name", arg: 2, scope: !52, file: !1, line: 14, type: !42)
!56 = !DILocalVariable(name: "node", scope: !52, file: !1, line: 15, type: !25)
!57 = !DILocation(line: 15, scope: !52)
!58 = !DILocation(line: 16, scope: !59)
!59 = distinct !DILexicalBlock(scope: !52, file: !1, line: 16)
!60 = !DILocation(line: 16, scope: !52)
!61 = !DILocation(line: 17, scope: !59)
!62 = !DILocation(line: 18, scope: !52)
!63 = !DILocation(line: 19, scope: !52)
!64 = !DILocation(line: 20, scope: !65)
!65 = distinct !DILexicalBlock(scope: !52, file: !1, line: 20)
!66 = !DILocation(line: 20, scope: !52)
!67 = !DILocation(line: 21, scope: !68)
!68 = distinct !DILexicalBlock(scope: !65, file: !1, line: 20)
!69 = !DILocation(line: 22, scope: !68)
!70 = !DILocation(line: 24, scope: !52)
!71 = !DILocation(line: 25, scope: !52)
!72 = !DILocation(line: 26, scope: !52)
!73 = distinct !DISubprogram(name: "copy", scope: !1, file: !1, line: 28, type: !74, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!74 = !DISubroutineType(types: !75)
!75 = !{!15, !42}
!76 = !DILocalVariable(name: "text", arg: 1, scope: !73, file: !1, line: 28, type: !42)
!77 = !DILocation(line: 28, scope: !73)
!78 = !DILocalVariable(name: "length", scope: !73, file: !1, line: 29, type: !32)
!79 = !DILocation(line: 29, scope: !73)
!80 = !DILocation(line: 30, scope: !73)
!81 = distinct !DISubprogram(name: "grow", scope: !1, file: !1, line: 68, type: !82, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!82 = !DISubroutineType(types: !83)
!83 = !{!15, !15, !84}
!84 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64)
!85 = !DILocalVariable(name: "buffer", arg: 1, scope: !81, file: !1, line: 68, type: !15)
!86 = !DILocation(line: 68, scope: !81)
!87 = !DILocalVariable(name: "size", arg: 2, scope: !81, file: !1, line: 68, type: !84)
!88 = !DILocalVariable(name: "larger", scope: !81, file: !1, line: 69, type: !15)
!89 = !DILocation(line: 69, scope: !81)
!90 = !DILocation(line: 70, scope: !81)
!91 = !DILocation(line: 71, scope: !92)
!92 = distinct !DILexicalBlock(scope: !81, file: !1, line: 70)
!93 = !DILocation(line: 72, scope: !92)
!94 = !DILocation(line: 73, scope: !92)
!95 = !DILocation(line: 74, scope: !92)
!96 = distinct !{!96, !90, !97, !98}
!97 = !DILocation(line: 75, scope: !81)
!98 = !{!"llvm.loop.mustprogress"}
!99 = !DILocation(line: 76, scope: !81)
!100 = !DILocation(line: 77, scope: !101)
!101 = distinct !DILexicalBlock(scope: !81, file: !1, line: 77)
!102 = !DILocation(line: 77, scope: !81)
!103 = !DILocation(line: 78, scope: !101)
!104 = !DILocation(line: 79, scope: !81)
!105 = distinct !DISubprogram(name: "other_variable", scope: !1, file: !1, line: 82, type: !106, scopeLine: 82, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!106 = !DISubroutineType(types: !107)
!107 = !{null, !13}
!108 = !DILocalVariable(name: "length", arg: 1, scope: !105, file: !1, line: 82, type: !13)
!109 = !DILocation(line: 82, scope: !105)
!110 = !DILocalVariable(name: "first", scope: !105, file: !1, line: 83, type: !15)
!111 = !DILocation(line: 83, scope: !105)
!112 = !DILocalVariable(name: "second", scope: !105, file: !1, line: 84, type: !15)
!113 = !DILocation(line: 84, scope: !105)
!114 = !DILocation(line: 85, scope: !115)
!115 = distinct !DILexicalBlock(scope: !105, file: !1, line: 85)
!116 = !DILocation(line: 85, scope: !105)
!117 = !DILocation(line: 86, scope: !115)
!118 = !DILocation(line: 87, scope: !105)
!119 = !DILocation(line: 88, scope: !105)
!120 = !DILocation(line: 89, scope: !105)
!121 = !DILocation(line: 90, scope: !105)
!122 = !DILocation(line: 91, scope: !105)
!123 = !DILocation(line: 92, scope: !105)
!124 = !DILocation(line: 93, scope: !105)
!125 = distinct !DISubprogram(name: "fill", scope: !1, file: !1, line: 95, type: !126, scopeLine: 95, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!126 = !DISubroutineType(types: !127)
!127 = !{!13, !25}
!128 = !DILocalVariable(name: "node", arg: 1, scope: !125, file: !1, line: 95, type: !25)
!129 = !DILocation(line: 95, scope: !125)
!130 = !DILocation(line: 96, scope: !125)
!131 = !DILocation(line: 97, scope: !132)
!132 = distinct !DILexicalBlock(scope: !125, file: !1, line: 97)
!133 = !DILocation(line: 97, scope: !125)
!134 = !DILocation(line: 98, scope: !132)
!135 = !DILocation(line: 99, scope: !125)
!136 = !DILocation(line: 100, scope: !125)
!137 = !DILocation(line: 101, scope: !125)
!138 = !DILocation(line: 102, scope: !125)
!139 = !DILocation(line: 103, scope: !125)
!140 = distinct !DISubprogram(name: "both", scope: !1, file: !1, line: 57, type: !141, scopeLine: 57, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!141 = !DISubroutineType(types: !142)
!142 = !{!13, !13}
!143 = !DILocalVariable(name: "length", arg: 1, scope: !140, file: !1, line: 57, type: !13)
!144 = !DILocation(line: 57, scope: !140)
!145 = !DILocalVariable(name: "first", scope: !140, file: !1, line: 58, type: !146)
!146 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!147 = !DILocation(line: 58, scope: !140)
!148 = !DILocalVariable(name: "second", scope: !140, file: !1, line: 59, type: !146)
!149 = !DILocation(line: 59, scope: !140)
!150 = !DILocalVariable(name: "ok", scope: !140, file: !1, line: 60, type: !13)
!151 = !DILocation(line: 60, scope: !140)
!152 = !DILocation(line: 0, scope: !140)
!153 = !DILocation(line: 61, scope: !154)
!154 = distinct !DILexicalBlock(scope: !140, file: !1, line: 61)
!155 = !DILocation(line: 61, scope: !140)
!156 = !DILocation(line: 62, scope: !154)
!157 = !DILocation(line: 63, scope: !140)
!158 = !DILocation(line: 64, scope: !140)
!159 = !DILocation(line: 65, scope: !140)
!160 = distinct !DISubprogram(name: "too_late", scope: !1, file: !1, line: 47, type: !141, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!161 = !DILocalVariable(name: "length", arg: 1, scope: !160, file: !1, line: 47, type: !13)
!162 = !DILocation(line: 47, scope: !160)
!163 = !DILocalVariable(name: "list", scope: !160, file: !1, line: 48, type: !146)
!164 = !DILocation(line: 48, scope: !160)
!165 = !DILocation(line: 49, scope: !160)
!166 = !DILocation(line: 50, scope: !167)
!167 = distinct !DILexicalBlock(scope: !160, file: !1, line: 50)
!168 = !DILocation(line: 50, scope: !160)
!169 = !DILocation(line: 51, scope: !167)
!170 = !DILocation(line: 52, scope: !160)
!171 = !DILocation(line: 53, scope: !160)
!172 = !DILocation(line: 54, scope: !160)
!173 = !DILocation(line: 55, scope: !160)
!174 = distinct !DISubprogram(name: "counts", scope: !1, file: !1, line: 40, type: !175, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!175 = !DISubroutineType(types: !176)
!176 = !{!146, !13}
!177 = !DILocalVariable(name: "length", arg: 1, scope: !174, file: !1, line: 40, type: !13)
!178 = !DILocation(line: 40, scope: !174)
!179 = !DILocalVariable(name: "result", scope: !174, file: !1, line: 41, type: !146)
!180 = !DILocation(line: 41, scope: !174)
!181 = !DILocalVariable(name: "i", scope: !182, file: !1, line: 42, type: !13)
!182 = distinct !DILexicalBlock(scope: !174, file: !1, line: 42)
!183 = !DILocation(line: 42, scope: !182)
!184 = !DILocation(line: 42, scope: !185)
!185 = distinct !DILexicalBlock(scope: !182, file: !1, line: 42)
!186 = !DILocation(line: 43, scope: !185)
!187 = distinct !{!187, !183, !188, !98}
!188 = !DILocation(line: 43, scope: !182)
!189 = !DILocation(line: 44, scope: !174)
!190 = distinct !DISubprogram(name: "must_allocate", scope: !1, file: !1, line: 33, type: !191, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!191 = !DISubroutineType(types: !192)
!192 = !{!3, !32}
!193 = !DILocalVariable(name: "size", arg: 1, scope: !190, file: !1, line: 33, type: !32)
!194 = !DILocation(line: 33, scope: !190)
!195 = !DILocalVariable(name: "memory", scope: !190, file: !1, line: 34, type: !3)
!196 = !DILocation(line: 34, scope: !190)
!197 = !DILocation(line: 35, scope: !198)
!198 = distinct !DILexicalBlock(scope: !190, file: !1, line: 35)
!199 = !DILocation(line: 35, scope: !190)
!200 = !DILocation(line: 36, scope: !198)
!201 = !DILocation(line: 37, scope: !190)
