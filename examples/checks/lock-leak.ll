; Locks, released and not, compiled from the C program below by clang -O0 -g.
;
;   1  struct queue {
;   2    pthread_mutex_t mutex;
;   3    pthread_rwlock_t guard;
;   4    int *items;
;   5    int length;
;   6  };
;
;   8  static pthread_mutex_t table_mutex, log_mutex;
;   9  static int table[64];
;
;  11  static void lock(struct queue *queue) {
;  12    pthread_mutex_lock(&queue->mutex);
;  13  }
;
;  15  static void unlock(struct queue *queue) {
;  16    pthread_mutex_unlock(&queue->mutex);
;  17  }
;
;  19  int first(struct queue *queue) {
;  20    pthread_mutex_lock(&queue->mutex); // finding
;  21    if (queue->length == 0)
;  22      return -1;
;  23    int item = queue->items[0];
;  24    pthread_mutex_unlock(&queue->mutex);
;  25    return item;
;  26  }
;
;  28  int last(struct queue *queue) {
;  29    int item = -1;
;  30    pthread_mutex_lock(&queue->mutex);
;  31    if (queue->length == 0)
;  32      goto out;
;  33    item = queue->items[queue->length - 1];
;  34  out:
;  35    pthread_mutex_unlock(&queue->mutex);
;  36    return item;
;  37  }
;
;  39  int find(struct queue *queue, int item) {
;  40    pthread_rwlock_rdlock(&queue->guard); // finding
;  41    for (int i = 0; i < queue->length; i++)
;  42      if (queue->items[i] == item)
;  43        return i;
;  44    pthread_rwlock_unlock(&queue->guard);
;  45    return -1;
;  46  }
;
;  48  int set(int index, int value) {
;  49    int error = pthread_mutex_lock(&table_mutex);
;  50    if (error)
;  51      return error;
;  52    table[index] = value;
;  53    return pthread_mutex_unlock(&table_mutex);
;  54  }
;
;  56  int swap(int index, int other) {
;  57    int error = pthread_mutex_lock(&table_mutex); // finding
;  58    if (error)
;  59      return error;
;  60    error = index == other;
;  61    if (error)
;  62      return error;
;  63    int value = table[index];
;  64    table[index] = table[other];
;  65    table[other] = value;
;  66    return pthread_mutex_unlock(&table_mutex);
;  67  }
;
;  69  int sum(void) {
;  70    int result = 0;
;  71    for (int i = 0; i < 64; i++) {
;  72      if (pthread_mutex_lock(&table_mutex) != 0)
;  73        return -1;
;  74      if (table[i] == 0) {
;  75        pthread_mutex_unlock(&table_mutex);
;  76        continue;
;  77      }
;  78      result += table[i];
;  79      pthread_mutex_unlock(&table_mutex);
;  80    }
;  81    return result;
;  82  }
;
;  84  void lock_table(int value) {
;  85    pthread_mutex_lock(&table_mutex);
;  86    pthread_mutex_lock(&log_mutex);
;  87    table[0] = value;
;  88    pthread_mutex_unlock(&log_mutex);
;  89  }
;
;  91  void both(int value) {
;  92    pthread_mutex_lock(&table_mutex); // finding
;  93    pthread_mutex_lock(&log_mutex);
;  94    table[0] = value;
;  95    pthread_mutex_unlock(&log_mutex);
;  96    if (value && table[1])
;  97      return;
;  98    pthread_mutex_unlock(&table_mutex);
;  99  }
;
; 101  void without_lock(struct queue *queue) {
; 102    pthread_mutex_unlock(&queue->mutex);
; 103    puts("working");
; 104    pthread_mutex_lock(&queue->mutex);
; 105  }
;
; 107  void maybe_locked(struct queue *queue, int threads) {
; 108    if (threads)
; 109      pthread_mutex_lock(&queue->mutex);
; 110    queue->length = 0;
; 111    if (threads)
; 112      pthread_mutex_unlock(&queue->mutex);
; 113  }
;
; 115  int helper_unlocks(struct queue *queue) {
; 116    pthread_mutex_lock(&queue->mutex);
; 117    if (queue->length == 0) {
; 118      unlock(queue);
; 119      return 0;
; 120    }
; 121    queue->length--;
; 122    pthread_mutex_unlock(&queue->mutex);
; 123    return 1;
; 124  }
;
; 126  int helper_forgotten(struct queue *queue) {
; 127    pthread_mutex_lock(&queue->mutex); // finding
; 128    if (queue->length == 0)
; 129      return 0;
; 130    queue->length--;
; 131    unlock(queue);
; 132    return 1;
; 133  }
;
; 135  int fatal(struct queue *queue) {
; 136    pthread_mutex_lock(&queue->mutex);
; 137    if (queue->length < 0)
; 138      abort();
; 139    unlock(queue);
; 140    return 0;
; 141  }
;
; 143  int try(struct queue *queue) {
; 144    if (pthread_mutex_trylock(&queue->mutex) != 0)
; 145      return 0;
; 146    pthread_mutex_unlock(&queue->mutex);
; 147    return 1;
; 148  }
;
; 150  void pop(struct queue *queue) {
; 151    lock(queue);
; 152    queue->length--;
; 153    unlock(queue);
; 154  }

source_filename = "lock-leak.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pthread_mutex_t = type { [5 x i64] }
%struct.queue = type { %struct.pthread_mutex_t, %struct.pthread_rwlock_t, ptr, i32 }
%struct.pthread_rwlock_t = type { [7 x i64] }

@table_mutex = internal global %struct.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@table = internal global [64 x i32] zeroinitializer, align 16, !dbg !22
@log_mutex = internal global %struct.pthread_mutex_t zeroinitializer, align 8, !dbg !11
@.str = private unnamed_addr constant [8 x i8] c"working\00", align 1, !dbg !5

; Function Attrs: noinline nounwind optnone
define dso_local i32 @first(ptr noundef %queue) #0 !dbg !34 {
entry:
  %retval = alloca i32, align 4
  %queue.addr = alloca ptr, align 8
  %item = alloca i32, align 4
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !53, !DIExpression(), !54)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !55
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !55
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !55
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !56
  %length = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 3, !dbg !56
  %2 = load i32, ptr %length, align 8, !dbg !56
  %cmp = icmp eq i32 %2, 0, !dbg !56
  br i1 %cmp, label %if.then, label %if.end, !dbg !58

if.then:                                          ; preds = %entry
  store i32 -1, ptr %retval, align 4, !dbg !59
  br label %return, !dbg !59

if.end:                                           ; preds = %entry
    #dbg_declare(ptr %item, !60, !DIExpression(), !61)
  %3 = load ptr, ptr %queue.addr, align 8, !dbg !61
  %items = getelementptr inbounds %struct.queue, ptr %3, i32 0, i32 2, !dbg !61
  %4 = load ptr, ptr %items, align 8, !dbg !61
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 0, !dbg !61
  %5 = load i32, ptr %arrayidx, align 4, !dbg !61
  store i32 %5, ptr %item, align 4, !dbg !61
  %6 = load ptr, ptr %queue.addr, align 8, !dbg !62
  %mutex1 = getelementptr inbounds %struct.queue, ptr %6, i32 0, i32 0, !dbg !62
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef %mutex1), !dbg !62
  %7 = load i32, ptr %item, align 4, !dbg !63
  store i32 %7, ptr %retval, align 4, !dbg !63
  br label %return, !dbg !63

return:                                           ; preds = %if.end, %if.then
  %8 = load i32, ptr %retval, align 4, !dbg !64
  ret i32 %8, !dbg !64
}

declare i32 @pthread_mutex_lock(ptr noundef) #1

declare i32 @pthread_mutex_unlock(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define dso_local i32 @last(ptr noundef %queue) #0 !dbg !65 {
entry:
  %queue.addr = alloca ptr, align 8
  %item = alloca i32, align 4
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !66, !DIExpression(), !67)
    #dbg_declare(ptr %item, !68, !DIExpression(), !69)
  store i32 -1, ptr %item, align 4, !dbg !69
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !70
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !70
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !70
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !71
  %length = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 3, !dbg !71
  %2 = load i32, ptr %length, align 8, !dbg !71
  %cmp = icmp eq i32 %2, 0, !dbg !71
  br i1 %cmp, label %if.then, label %if.end, !dbg !73

if.then:                                          ; preds = %entry
  br label %out, !dbg !74

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %queue.addr, align 8, !dbg !75
  %items = getelementptr inbounds %struct.queue, ptr %3, i32 0, i32 2, !dbg !75
  %4 = load ptr, ptr %items, align 8, !dbg !75
  %5 = load ptr, ptr %queue.addr, align 8, !dbg !75
  %length1 = getelementptr inbounds %struct.queue, ptr %5, i32 0, i32 3, !dbg !75
  %6 = load i32, ptr %length1, align 8, !dbg !75
  %sub = sub nsw i32 %6, 1, !dbg !75
  %idxprom = sext i32 %sub to i64, !dbg !75
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %idxprom, !dbg !75
  %7 = load i32, ptr %arrayidx, align 4, !dbg !75
  store i32 %7, ptr %item, align 4, !dbg !75
  br label %out, !dbg !75

out:                                              ; preds = %if.end, %if.then
    #dbg_label(!76, !77)
  %8 = load ptr, ptr %queue.addr, align 8, !dbg !78
  %mutex2 = getelementptr inbounds %struct.queue, ptr %8, i32 0, i32 0, !dbg !78
  %call3 = call i32 @pthread_mutex_unlock(ptr noundef %mutex2), !dbg !78
  %9 = load i32, ptr %item, align 4, !dbg !79
  ret i32 %9, !dbg !79
}

; Function Attrs: noinline nounwind optnone
define dso_local i32 @find(ptr noundef %queue, i32 noundef %item) #0 !dbg !80 {
entry:
  %retval = alloca i32, align 4
  %queue.addr = alloca ptr, align 8
  %item.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !83, !DIExpression(), !84)
  store i32 %item, ptr %item.addr, align 4
    #dbg_declare(ptr %item.addr, !85, !DIExpression(), !84)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !86
  %guard = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 1, !dbg !86
  %call = call i32 @pthread_rwlock_rdlock(ptr noundef %guard), !dbg !86
    #dbg_declare(ptr %i, !87, !DIExpression(), !89)
  store i32 0, ptr %i, align 4, !dbg !89
  br label %for.cond, !dbg !89

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4, !dbg !90
  %2 = load ptr, ptr %queue.addr, align 8, !dbg !90
  %length = getelementptr inbounds %struct.queue, ptr %2, i32 0, i32 3, !dbg !90
  %3 = load i32, ptr %length, align 8, !dbg !90
  %cmp = icmp slt i32 %1, %3, !dbg !90
  br i1 %cmp, label %for.body, label %for.end, !dbg !89

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %queue.addr, align 8, !dbg !92
  %items = getelementptr inbounds %struct.queue, ptr %4, i32 0, i32 2, !dbg !92
  %5 = load ptr, ptr %items, align 8, !dbg !92
  %6 = load i32, ptr %i, align 4, !dbg !92
  %idxprom = sext i32 %6 to i64, !dbg !92
  %arrayidx = getelementptr inbounds i32, ptr %5, i64 %idxprom, !dbg !92
  %7 = load i32, ptr %arrayidx, align 4, !dbg !92
  %8 = load i32, ptr %item.addr, align 4, !dbg !92
  %cmp1 = icmp eq i32 %7, %8, !dbg !92
  br i1 %cmp1, label %if.then, label %if.end, !dbg !94

if.then:                                          ; preds = %for.body
  %9 = load i32, ptr %i, align 4, !dbg !95
  store i32 %9, ptr %retval, align 4, !dbg !95
  br label %return, !dbg !95

if.end:                                           ; preds = %for.body
  br label %for.inc, !dbg !92

for.inc:                                          ; preds = %if.end
  %10 = load i32, ptr %i, align 4, !dbg !90
  %inc = add nsw i32 %10, 1, !dbg !90
  store i32 %inc, ptr %i, align 4, !dbg !90
  br label %for.cond, !dbg !90, !llvm.loop !96

for.end:                                          ; preds = %for.cond
  %11 = load ptr, ptr %queue.addr, align 8, !dbg !99
  %guard2 = getelementptr inbounds %struct.queue, ptr %11, i32 0, i32 1, !dbg !99
  %call3 = call i32 @pthread_rwlock_unlock(ptr noundef %guard2), !dbg !99
  store i32 -1, ptr %retval, align 4, !dbg !100
  br label %return, !dbg !100

return:                                           ; preds = %for.end, %if.then
  %12 = load i32, ptr %retval, align 4, !dbg !101
  ret i32 %12, !dbg !101
}

declare i32 @pthread_rwlock_rdlock(ptr noundef) #1

declare i32 @pthread_rwlock_unlock(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define dso_local i32 @set(i32 noundef %index, i32 noundef %value) #0 !dbg !102 {
entry:
  %retval = alloca i32, align 4
  %index.addr = alloca i32, align 4
  %value.addr = alloca i32, align 4
  %error = alloca i32, align 4
  store i32 %index, ptr %index.addr, align 4
    #dbg_declare(ptr %index.addr, !105, !DIExpression(), !106)
  store i32 %value, ptr %value.addr, align 4
    #dbg_declare(ptr %value.addr, !107, !DIExpression(), !106)
    #dbg_declare(ptr %error, !108, !DIExpression(), !109)
  %call = call i32 @pthread_mutex_lock(ptr noundef @table_mutex), !dbg !109
  store i32 %call, ptr %error, align 4, !dbg !109
  %0 = load i32, ptr %error, align 4, !dbg !110
  %tobool = icmp ne i32 %0, 0, !dbg !110
  br i1 %tobool, label %if.then, label %if.end, !dbg !112

if.then:                                          ; preds = %entry
  %1 = load i32, ptr %error, align 4, !dbg !113
  store i32 %1, ptr %retval, align 4, !dbg !113
  br label %return, !dbg !113

if.end:                                           ; preds = %entry
  %2 = load i32, ptr %value.addr, align 4, !dbg !114
  %3 = load i32, ptr %index.addr, align 4, !dbg !114
  %idxprom = sext i32 %3 to i64, !dbg !114
  %arrayidx = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom, !dbg !114
  store i32 %2, ptr %arrayidx, align 4, !dbg !114
  %call1 = call i32 @pthread_mutex_unlock(ptr noundef @table_mutex), !dbg !115
  store i32 %call1, ptr %retval, align 4, !dbg !115
  br label %return, !dbg !115

return:                                           ; preds = %if.end, %if.then
  %4 = load i32, ptr %retval, align 4, !dbg !116
  ret i32 %4, !dbg !116
}

; Function Attrs: noinline nounwind optnone
define dso_local i32 @swap(i32 noundef %index, i32 noundef %other) #0 !dbg !117 {
entry:
  %retval = alloca i32, align 4
  %index.addr = alloca i32, align 4
  %other.addr = alloca i32, align 4
  %error = alloca i32, align 4
  %value = alloca i32, align 4
  store i32 %index, ptr %index.addr, align 4
    #dbg_declare(ptr %index.addr, !118, !DIExpression(), !119)
  store i32 %other, ptr %other.addr, align 4
    #dbg_declare(ptr %other.addr, !120, !DIExpression(), !119)
    #dbg_declare(ptr %error, !121, !DIExpression(), !122)
  %call = call i32 @pthread_mutex_lock(ptr noundef @table_mutex), !dbg !122
  store i32 %call, ptr %error, align 4, !dbg !122
  %0 = load i32, ptr %error, align 4, !dbg !123
  %tobool = icmp ne i32 %0, 0, !dbg !123
  br i1 %tobool, label %if.then, label %if.end, !dbg !125

if.then:                                          ; preds = %entry
  %1 = load i32, ptr %error, align 4, !dbg !126
  store i32 %1, ptr %retval, align 4, !dbg !126
  br label %return, !dbg !126

if.end:                                           ; preds = %entry
  %2 = load i32, ptr %index.addr, align 4, !dbg !127
  %3 = load i32, ptr %other.addr, align 4, !dbg !127
  %cmp = icmp eq i32 %2, %3, !dbg !127
  %conv = zext i1 %cmp to i32, !dbg !127
  store i32 %conv, ptr %error, align 4, !dbg !127
  %4 = load i32, ptr %error, align 4, !dbg !128
  %tobool1 = icmp ne i32 %4, 0, !dbg !128
  br i1 %tobool1, label %if.then2, label %if.end3, !dbg !130

if.then2:                                         ; preds = %if.end
  %5 = load i32, ptr %error, align 4, !dbg !131
  store i32 %5, ptr %retval, align 4, !dbg !131
  br label %return, !dbg !131

if.end3:                                          ; preds = %if.end
    #dbg_declare(ptr %value, !132, !DIExpression(), !133)
  %6 = load i32, ptr %index.addr, align 4, !dbg !133
  %idxprom = sext i32 %6 to i64, !dbg !133
  %arrayidx = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom, !dbg !133
  %7 = load i32, ptr %arrayidx, align 4, !dbg !133
  store i32 %7, ptr %value, align 4, !dbg !133
  %8 = load i32, ptr %other.addr, align 4, !dbg !134
  %idxprom4 = sext i32 %8 to i64, !dbg !134
  %arrayidx5 = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom4, !dbg !134
  %9 = load i32, ptr %arrayidx5, align 4, !dbg !134
  %10 = load i32, ptr %index.addr, align 4, !dbg !134
  %idxprom6 = sext i32 %10 to i64, !dbg !134
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom6, !dbg !134
  store i32 %9, ptr %arrayidx7, align 4, !dbg !134
  %11 = load i32, ptr %value, align 4, !dbg !135
  %12 = load i32, ptr %other.addr, align 4, !dbg !135
  %idxprom8 = sext i32 %12 to i64, !dbg !135
  %arrayidx9 = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom8, !dbg !135
  store i32 %11, ptr %arrayidx9, align 4, !dbg !135
  %call10 = call i32 @pthread_mutex_unlock(ptr noundef @table_mutex), !dbg !136
  store i32 %call10, ptr %retval, align 4, !dbg !136
  br label %return, !dbg !136

return:                                           ; preds = %if.end3, %if.then2, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !137
  ret i32 %13, !dbg !137
}

; Function Attrs: noinline nounwind optnone
define dso_local i32 @sum() #0 !dbg !138 {
entry:
  %retval = alloca i32, align 4
  %result = alloca i32, align 4
  %i = alloca i32, align 4
    #dbg_declare(ptr %result, !141, !DIExpression(), !142)
  store i32 0, ptr %result, align 4, !dbg !142
    #dbg_declare(ptr %i, !143, !DIExpression(), !145)
  store i32 0, ptr %i, align 4, !dbg !145
  br label %for.cond, !dbg !145

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !146
  %cmp = icmp slt i32 %0, 64, !dbg !146
  br i1 %cmp, label %for.body, label %for.end, !dbg !145

for.body:                                         ; preds = %for.cond
  %call = call i32 @pthread_mutex_lock(ptr noundef @table_mutex), !dbg !148
  %cmp1 = icmp ne i32 %call, 0, !dbg !148
  br i1 %cmp1, label %if.then, label %if.end, !dbg !151

if.then:                                          ; preds = %for.body
  store i32 -1, ptr %retval, align 4, !dbg !152
  br label %return, !dbg !152

if.end:                                           ; preds = %for.body
  %1 = load i32, ptr %i, align 4, !dbg !153
  %idxprom = sext i32 %1 to i64, !dbg !153
  %arrayidx = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom, !dbg !153
  %2 = load i32, ptr %arrayidx, align 4, !dbg !153
  %cmp2 = icmp eq i32 %2, 0, !dbg !153
  br i1 %cmp2, label %if.then3, label %if.end5, !dbg !155

if.then3:                                         ; preds = %if.end
  %call4 = call i32 @pthread_mutex_unlock(ptr noundef @table_mutex), !dbg !156
  br label %for.inc, !dbg !158

if.end5:                                          ; preds = %if.end
  %3 = load i32, ptr %i, align 4, !dbg !159
  %idxprom6 = sext i32 %3 to i64, !dbg !159
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr @table, i64 0, i64 %idxprom6, !dbg !159
  %4 = load i32, ptr %arrayidx7, align 4, !dbg !159
  %5 = load i32, ptr %result, align 4, !dbg !159
  %add = add nsw i32 %5, %4, !dbg !159
  store i32 %add, ptr %result, align 4, !dbg !159
  %call8 = call i32 @pthread_mutex_unlock(ptr noundef @table_mutex), !dbg !160
  br label %for.inc, !dbg !161

for.inc:                                          ; preds = %if.end5, %if.then3
  %6 = load i32, ptr %i, align 4, !dbg !146
  %inc = add nsw i32 %6, 1, !dbg !146
  store i32 %inc, ptr %i, align 4, !dbg !146
  br label %for.cond, !dbg !146, !llvm.loop !162

for.end:                                          ; preds = %for.cond
  %7 = load i32, ptr %result, align 4, !dbg !164
  store i32 %7, ptr %retval, align 4, !dbg !164
  br label %return, !dbg !164

return:                                           ; preds = %for.end, %if.then
  %8 = load i32, ptr %retval, align 4, !dbg !165
  ret i32 %8, !dbg !165
}

; Function Attrs: noinline nounwind optnone
define dso_local void @lock_table(i32 noundef %value) #0 !dbg !166 {
entry:
  %value.addr = alloca i32, align 4
  store i32 %value, ptr %value.addr, align 4
    #dbg_declare(ptr %value.addr, !169, !DIExpression(), !170)
  %call = call i32 @pthread_mutex_lock(ptr noundef @table_mutex), !dbg !171
  %call1 = call i32 @pthread_mutex_lock(ptr noundef @log_mutex), !dbg !172
  %0 = load i32, ptr %value.addr, align 4, !dbg !173
  store i32 %0, ptr @table, align 16, !dbg !173
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef @log_mutex), !dbg !174
  ret void, !dbg !175
}

; Function Attrs: noinline nounwind optnone
define dso_local void @both(i32 noundef %value) #0 !dbg !176 {
entry:
  %value.addr = alloca i32, align 4
  store i32 %value, ptr %value.addr, align 4
    #dbg_declare(ptr %value.addr, !177, !DIExpression(), !178)
  %call = call i32 @pthread_mutex_lock(ptr noundef @table_mutex), !dbg !179
  %call1 = call i32 @pthread_mutex_lock(ptr noundef @log_mutex), !dbg !180
  %0 = load i32, ptr %value.addr, align 4, !dbg !181
  store i32 %0, ptr @table, align 16, !dbg !181
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef @log_mutex), !dbg !182
  %1 = load i32, ptr %value.addr, align 4, !dbg !183
  %tobool = icmp ne i32 %1, 0, !dbg !183
  br i1 %tobool, label %land.lhs.true, label %if.end, !dbg !183

land.lhs.true:                                    ; preds = %entry
  %2 = load i32, ptr getelementptr inbounds ([64 x i32], ptr @table, i64 0, i64 1), align 4, !dbg !183
  %tobool3 = icmp ne i32 %2, 0, !dbg !183
  br i1 %tobool3, label %if.then, label %if.end, !dbg !185

if.then:                                          ; preds = %land.lhs.true
  br label %return, !dbg !186

if.end:                                           ; preds = %land.lhs.true, %entry
  %call4 = call i32 @pthread_mutex_unlock(ptr noundef @table_mutex), !dbg !187
  br label %return, !dbg !188

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !188
}

; Function Attrs: noinline nounwind optnone
define dso_local void @without_lock(ptr noundef %queue) #0 !dbg !189 {
entry:
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !192, !DIExpression(), !193)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !194
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !194
  %call = call i32 @pthread_mutex_unlock(ptr noundef %mutex), !dbg !194
  %call1 = call i32 @puts(ptr noundef @.str), !dbg !195
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !196
  %mutex2 = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 0, !dbg !196
  %call3 = call i32 @pthread_mutex_lock(ptr noundef %mutex2), !dbg !196
  ret void, !dbg !197
}

declare i32 @puts(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define dso_local void @maybe_locked(ptr noundef %queue, i32 noundef %threads) #0 !dbg !198 {
entry:
  %queue.addr = alloca ptr, align 8
  %threads.addr = alloca i32, align 4
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !201, !DIExpression(), !202)
  store i32 %threads, ptr %threads.addr, align 4
    #dbg_declare(ptr %threads.addr, !203, !DIExpression(), !202)
  %0 = load i32, ptr %threads.addr, align 4, !dbg !204
  %tobool = icmp ne i32 %0, 0, !dbg !204
  br i1 %tobool, label %if.then, label %if.end, !dbg !206

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !207
  %mutex = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 0, !dbg !207
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !207
  br label %if.end, !dbg !207

if.end:                                           ; preds = %if.then, %entry
  %2 = load ptr, ptr %queue.addr, align 8, !dbg !208
  %length = getelementptr inbounds %struct.queue, ptr %2, i32 0, i32 3, !dbg !208
  store i32 0, ptr %length, align 8, !dbg !208
  %3 = load i32, ptr %threads.addr, align 4, !dbg !209
  %tobool1 = icmp ne i32 %3, 0, !dbg !209
  br i1 %tobool1, label %if.then2, label %if.end5, !dbg !211

if.then2:                                         ; preds = %if.end
  %4 = load ptr, ptr %queue.addr, align 8, !dbg !212
  %mutex3 = getelementptr inbounds %struct.queue, ptr %4, i32 0, i32 0, !dbg !212
  %call4 = call i32 @pthread_mutex_unlock(ptr noundef %mutex3), !dbg !212
  br label %if.end5, !dbg !212

if.end5:                                          ; preds = %if.then2, %if.end
  ret void, !dbg !213
}

; Function Attrs: noinline nounwind optnone
define dso_local i32 @helper_unlocks(ptr noundef %queue) #0 !dbg !214 {
entry:
  %retval = alloca i32, align 4
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !215, !DIExpression(), !216)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !217
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !217
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !217
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !218
  %length = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 3, !dbg !218
  %2 = load i32, ptr %length, align 8, !dbg !218
  %cmp = icmp eq i32 %2, 0, !dbg !218
  br i1 %cmp, label %if.then, label %if.end, !dbg !220

if.then:                                          ; preds = %entry
  %3 = load ptr, ptr %queue.addr, align 8, !dbg !221
  call void @unlock(ptr noundef %3), !dbg !221
  store i32 0, ptr %retval, align 4, !dbg !223
  br label %return, !dbg !223

if.end:                                           ; preds = %entry
  %4 = load ptr, ptr %queue.addr, align 8, !dbg !224
  %length1 = getelementptr inbounds %struct.queue, ptr %4, i32 0, i32 3, !dbg !224
  %5 = load i32, ptr %length1, align 8, !dbg !224
  %dec = add nsw i32 %5, -1, !dbg !224
  store i32 %dec, ptr %length1, align 8, !dbg !224
  %6 = load ptr, ptr %queue.addr, align 8, !dbg !225
  %mutex2 = getelementptr inbounds %struct.queue, ptr %6, i32 0, i32 0, !dbg !225
  %call3 = call i32 @pthread_mutex_unlock(ptr noundef %mutex2), !dbg !225
  store i32 1, ptr %retval, align 4, !dbg !226
  br label %return, !dbg !226

return:                                           ; preds = %if.end, %if.then
  %7 = load i32, ptr %retval, align 4, !dbg !227
  ret i32 %7, !dbg !227
}

; Function Attrs: noinline nounwind optnone
define internal void @unlock(ptr noundef %queue) #0 !dbg !228 {
entry:
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !229, !DIExpression(), !230)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !231
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !231
  %call = call i32 @pthread_mutex_unlock(ptr noundef %mutex), !dbg !231
  ret void, !dbg !232
}

; Function Attrs: noinline nounwind optnone
define dso_local i32 @helper_forgotten(ptr noundef %queue) #0 !dbg !233 {
entry:
  %retval = alloca i32, align 4
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !234, !DIExpression(), !235)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !236
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !236
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !236
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !237
  %length = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 3, !dbg !237
  %2 = load i32, ptr %length, align 8, !dbg !237
  %cmp = icmp eq i32 %2, 0, !dbg !237
  br i1 %cmp, label %if.then, label %if.end, !dbg !239

if.then:                                          ; preds = %entry
  store i32 0, ptr %retval, align 4, !dbg !240
  br label %return, !dbg !240

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %queue.addr, align 8, !dbg !241
  %length1 = getelementptr inbounds %struct.queue, ptr %3, i32 0, i32 3, !dbg !241
  %4 = load i32, ptr %length1, align 8, !dbg !241
  %dec = add nsw i32 %4, -1, !dbg !241
  store i32 %dec, ptr %length1, align 8, !dbg !241
  %5 = load ptr, ptr %queue.addr, align 8, !dbg !242
  call void @unlock(ptr noundef %5), !dbg !242
  store i32 1, ptr %retval, align 4, !dbg !243
  br label %return, !dbg !243

return:                                           ; preds = %if.end, %if.then
  %6 = load i32, ptr %retval, align 4, !dbg !244
  ret i32 %6, !dbg !244
}

; Function Attrs: noinline nounwind optnone
define dso_local i32 @fatal(ptr noundef %queue) #0 !dbg !245 {
entry:
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !246, !DIExpression(), !247)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !248
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !248
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !248
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !249
  %length = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 3, !dbg !249
  %2 = load i32, ptr %length, align 8, !dbg !249
  %cmp = icmp slt i32 %2, 0, !dbg !249
  br i1 %cmp, label %if.then, label %if.end, !dbg !251

if.then:                                          ; preds = %entry
  call void @abort() #3, !dbg !252
  unreachable, !dbg !252

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %queue.addr, align 8, !dbg !253
  call void @unlock(ptr noundef %3), !dbg !253
  ret i32 0, !dbg !254
}

; Function Attrs: noreturn nounwind
declare void @abort() #2

; Function Attrs: noinline nounwind optnone
define dso_local i32 @try(ptr noundef %queue) #0 !dbg !255 {
entry:
  %retval = alloca i32, align 4
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !256, !DIExpression(), !257)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !258
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !258
  %call = call i32 @pthread_mutex_trylock(ptr noundef %mutex), !dbg !258
  %cmp = icmp ne i32 %call, 0, !dbg !258
  br i1 %cmp, label %if.then, label %if.end, !dbg !260

if.then:                                          ; preds = %entry
  store i32 0, ptr %retval, align 4, !dbg !261
  br label %return, !dbg !261

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !262
  %mutex1 = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 0, !dbg !262
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef %mutex1), !dbg !262
  store i32 1, ptr %retval, align 4, !dbg !263
  br label %return, !dbg !263

return:                                           ; preds = %if.end, %if.then
  %2 = load i32, ptr %retval, align 4, !dbg !264
  ret i32 %2, !dbg !264
}

declare i32 @pthread_mutex_trylock(ptr noundef) #1

; Function Attrs: noinline nounwind optnone
define dso_local void @pop(ptr noundef %queue) #0 !dbg !265 {
entry:
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !266, !DIExpression(), !267)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !268
  call void @lock(ptr noundef %0), !dbg !268
  %1 = load ptr, ptr %queue.addr, align 8, !dbg !269
  %length = getelementptr inbounds %struct.queue, ptr %1, i32 0, i32 3, !dbg !269
  %2 = load i32, ptr %length, align 8, !dbg !269
  %dec = add nsw i32 %2, -1, !dbg !269
  store i32 %dec, ptr %length, align 8, !dbg !269
  %3 = load ptr, ptr %queue.addr, align 8, !dbg !270
  call void @unlock(ptr noundef %3), !dbg !270
  ret void, !dbg !271
}

; Function Attrs: noinline nounwind optnone
define internal void @lock(ptr noundef %queue) #0 !dbg !272 {
entry:
  %queue.addr = alloca ptr, align 8
  store ptr %queue, ptr %queue.addr, align 8
    #dbg_declare(ptr %queue.addr, !273, !DIExpression(), !274)
  %0 = load ptr, ptr %queue.addr, align 8, !dbg !275
  %mutex = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !275
  %call = call i32 @pthread_mutex_lock(ptr noundef %mutex), !dbg !275
  ret void, !dbg !276
}

attributes #0 = { noinline nounwind optnone }
attributes #1 = { nounwind }
attributes #2 = { noreturn nounwind }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!28, !29, !30, !31, !32, !33}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table_mutex", scope: !2, file: !3, line: 8, type: !13, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "lock-leak.c", directory: ".")
!4 = !{!5, !0, !11, !22}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 103, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 64, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 8)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "log_mutex", scope: !2, file: !3, line: 8, type: !13, isLocal: true, isDefinition: true)
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !14, line: 12, baseType: !15)
!14 = !DIFile(filename: "./head.h", directory: ".")
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !14, line: 12, size: 320, elements: !16)
!16 = !{!17}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !15, file: !14, line: 12, baseType: !18, size: 320)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 320, elements: !20)
!19 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!20 = !{!21}
!21 = !DISubrange(count: 5)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 9, type: !24, isLocal: true, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 2048, elements: !26)
!25 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!26 = !{!27}
!27 = !DISubrange(count: 64)
!28 = !{i32 7, !"Dwarf Version", i32 5}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!30 = !{i32 1, !"wchar_size", i32 4}
!31 = !{i32 8, !"PIC Level", i32 2}
!32 = !{i32 7, !"PIE Level", i32 2}
!33 = !{i32 7, !"frame-pointer", i32 2}
!34 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 19, type: !35, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!35 = !DISubroutineType(types: !36)
!36 = !{!25, !37}
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!38 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "queue", file: !3, line: 1, size: 896, elements: !39)
!39 = !{!40, !41, !49, !51}
!40 = !DIDerivedType(tag: DW_TAG_member, name: "mutex", scope: !38, file: !3, line: 2, baseType: !13, size: 320)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "guard", scope: !38, file: !3, line: 3, baseType: !42, size: 448, offset: 320)
!42 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_rwlock_t", file: !14, line: 13, baseType: !43)
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !14, line: 13, size: 448, elements: !44)
!44 = !{!45}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !43, file: !14, line: 13, baseType: !46, size: 448)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 448, elements: !47)
!47 = !{!48}
!48 = !DISubrange(count: 7)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "items", scope: !38, file: !3, line: 4, baseType: !50, size: 64, offset: 768)
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !38, file: !3, line: 5, baseType: !25, size: 32, offset: 832)
!52 = !{}
!53 = !DILocalVariable(name: "queue", arg: 1, scope: !34, file: !3, line: 19, type: !37)
!54 = !DILocation(line: 19, scope: !34)
!55 = !DILocation(line: 20, scope: !34)
!56 = !DILocation(line: 21, scope: !57)
!57 = distinct !DILexicalBlock(scope: !34, file: !3, line: 21)
!58 = !DILocation(line: 21, scope: !34)
!59 = !DILocation(line: 22, scope: !57)
!60 = !DILocalVariable(name: "item", scope: !34, file: !3, line: 23, type: !25)
!61 = !DILocation(line: 23, scope: !34)
!62 = !DILocation(line: 24, scope: !34)
!63 = !DILocation(line: 25, scope: !34)
!64 = !DILocation(line: 26, scope: !34)
!65 = distinct !DISubprogram(name: "last", scope: !3, file: !3, line: 28, type: !35, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!66 = !DILocalVariable(name: "queue", arg: 1, scope: !65, file: !3, line: 28, type: !37)
!67 = !DILocation(line: 28, scope: !65)
!68 = !DILocalVariable(name: "item", scope: !65, file: !3, line: 29, type: !25)
!69 = !DILocation(line: 29, scope: !65)
!70 = !DILocation(line: 30, scope: !65)
!71 = !DILocation(line: 31, scope: !72)
!72 = distinct !DILexicalBlock(scope: !65, file: !3, line: 31)
!73 = !DILocation(line: 31, scope: !65)
!74 = !DILocation(line: 32, scope: !72)
!75 = !DILocation(line: 33, scope: !65)
!76 = !DILabel(scope: !65, name: "out", file: !3, line: 34)
!77 = !DILocation(line: 34, scope: !65)
!78 = !DILocation(line: 35, scope: !65)
!79 = !DILocation(line: 36, scope: !65)
!80 = distinct !DISubprogram(name: "find", scope: !3, file: !3, line: 39, type: !81, scopeLine: 39, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!81 = !DISubroutineType(types: !82)
!82 = !{!25, !37, !25}
!83 = !DILocalVariable(name: "queue", arg: 1, scope: !80, file: !3, line: 39, type: !37)
!84 = !DILocation(line: 39, scope: !80)
!85 = !DILocalVariable(name: "item", arg: 2, scope: !80, file: !3, line: 39, type: !25)
!86 = !DILocation(line: 40, scope: !80)
!87 = !DILocalVariable(name: "i", scope: !88, file: !3, line: 41, type: !25)
!88 = distinct !DILexicalBlock(scope: !80, file: !3, line: 41)
!89 = !DILocation(line: 41, scope: !88)
!90 = !DILocation(line: 41, scope: !91)
!91 = distinct !DILexicalBlock(scope: !88, file: !3, line: 41)
!92 = !DILocation(line: 42, scope: !93)
!93 = distinct !DILexicalBlock(scope: !91, file: !3, line: 42)
!94 = !DILocation(line: 42, scope: !91)
!95 = !DILocation(line: 43, scope: !93)
!96 = distinct !{!96, !89, !97, !98}
!97 = !DILocation(line: 43, scope: !88)
!98 = !{!"llvm.loop.mustprogress"}
!99 = !DILocation(line: 44, scope: !80)
!100 = !DILocation(line: 45, scope: !80)
!101 = !DILocation(line: 46, scope: !80)
!102 = distinct !DISubprogram(name: "set", scope: !3, file: !3, line: 48, type: !103, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!103 = !DISubroutineType(types: !104)
!104 = !{!25, !25, !25}
!105 = !DILocalVariable(name: "index", arg: 1, scope: !102, file: !3, line: 48, type: !25)
!106 = !DILocation(line: 48, scope: !102)
!107 = !DILocalVariable(name: "value", arg: 2, scope: !102, file: !3, line: 48, type: !25)
!108 = !DILocalVariable(name: "error", scope: !102, file: !3, line: 49, type: !25)
!109 = !DILocation(line: 49, scope: !102)
!110 = !DILocation(line: 50, scope: !111)
!111 = distinct !DILexicalBlock(scope: !102, file: !3, line: 50)
!112 = !DILocation(line: 50, scope: !102)
!113 = !DILocation(line: 51, scope: !111)
!114 = !DILocation(line: 52, scope: !102)
!115 = !DILocation(line: 53, scope: !102)
!116 = !DILocation(line: 54, scope: !102)
!117 = distinct !DISubprogram(name: "swap", scope: !3, file: !3, line: 56, type: !103, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!118 = !DILocalVariable(name: "index", arg: 1, scope: !117, file: !3, line: 56, type: !25)
!119 = !DILocation(line: 56, scope: !117)
!120 = !DILocalVariable(name: "other", arg: 2, scope: !117, file: !3, line: 56, type: !25)
!121 = !DILocalVariable(name: "error", scope: !117, file: !3, line: 57, type: !25)
!122 = !DILocation(line: 57, scope: !117)
!123 = !DILocation(line: 58, scope: !124)
!124 = distinct !DILexicalBlock(scope: !117, file: !3, line: 58)
!125 = !DILocation(line: 58, scope: !117)
!126 = !DILocation(line: 59, scope: !124)
!127 = !DILocation(line: 60, scope: !117)
!128 = !DILocation(line: 61, scope: !129)
!129 = distinct !DILexicalBlock(scope: !117, file: !3, line: 61)
!130 = !DILocation(line: 61, scope: !117)
!131 = !DILocation(line: 62, scope: !129)
!132 = !DILocalVariable(name: "value", scope: !117, file: !3, line: 63, type: !25)
!133 = !DILocation(line: 63, scope: !117)
!134 = !DILocation(line: 64, scope: !117)
!135 = !DILocation(line: 65, scope: !117)
!136 = !DILocation(line: 66, scope: !117)
!137 = !DILocation(line: 67, scope: !117)
!138 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 69, type: !139, scopeLine: 69, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!139 = !DISubroutineType(types: !140)
!140 = !{!25}
!141 = !DILocalVariable(name: "result", scope: !138, file: !3, line: 70, type: !25)
!142 = !DILocation(line: 70, scope: !138)
!143 = !DILocalVariable(name: "i", scope: !144, file: !3, line: 71, type: !25)
!144 = distinct !DILexicalBlock(scope: !138, file: !3, line: 71)
!145 = !DILocation(line: 71, scope: !144)
!146 = !DILocation(line: 71, scope: !147)
!147 = distinct !DILexicalBlock(scope: !144, file: !3, line: 71)
!148 = !DILocation(line: 72, scope: !149)
!149 = distinct !DILexicalBlock(scope: !150, file: !3, line: 72)
!150 = distinct !DILexicalBlock(scope: !147, file: !3, line: 71)
!151 = !DILocation(line: 72, scope: !150)
!152 = !DILocation(line: 73, scope: !149)
!153 = !DILocation(line: 74, scope: !154)
!154 = distinct !DILexicalBlock(scope: !150, file: !3, line: 74)
!155 = !DILocation(line: 74, scope: !150)
!156 = !DILocation(line: 75, scope: !157)
!157 = distinct !DILexicalBlock(scope: !154, file: !3, line: 74)
!158 = !DILocation(line: 76, scope: !157)
!159 = !DILocation(line: 78, scope: !150)
!160 = !DILocation(line: 79, scope: !150)
!161 = !DILocation(line: 80, scope: !150)
!162 = distinct !{!162, !145, !163, !98}
!163 = !DILocation(line: 80, scope: !144)
!164 = !DILocation(line: 81, scope: !138)
!165 = !DILocation(line: 82, scope: !138)
!166 = distinct !DISubprogram(name: "lock_table", scope: !3, file: !3, line: 84, type: !167, scopeLine: 84, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!167 = !DISubroutineType(types: !168)
!168 = !{null, !25}
!169 = !DILocalVariable(name: "value", arg: 1, scope: !166, file: !3, line: 84, type: !25)
!170 = !DILocation(line: 84, scope: !166)
!171 = !DILocation(line: 85, scope: !166)
!172 = !DILocation(line: 86, scope: !166)
!173 = !DILocation(line: 87, scope: !166)
!174 = !DILocation(line: 88, scope: !166)
!175 = !DILocation(line: 89, scope: !166)
!176 = distinct !DISubprogram(name: "both", scope: !3, file: !3, line: 91, type: !167, scopeLine: 91, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!177 = !DILocalVariable(name: "value", arg: 1, scope: !176, file: !3, line: 91, type: !25)
!178 = !DILocation(line: 91, scope: !176)
!179 = !DILocation(line: 92, scope: !176)
!180 = !DILocation(line: 93, scope: !176)
!181 = !DILocation(line: 94, scope: !176)
!182 = !DILocation(line: 95, scope: !176)
!183 = !DILocation(line: 96, scope: !184)
!184 = distinct !DILexicalBlock(scope: !176, file: !3, line: 96)
!185 = !DILocation(line: 96, scope: !176)
!186 = !DILocation(line: 97, scope: !184)
!187 = !DILocation(line: 98, scope: !176)
!188 = !DILocation(line: 99, scope: !176)
!189 = distinct !DISubprogram(name: "without_lock", scope: !3, file: !3, line: 101, type: !190, scopeLine: 101, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!190 = !DISubroutineType(types: !191)
!191 = !{null, !37}
!192 = !DILocalVariable(name: "queue", arg: 1, scope: !189, file: !3, line: 101, type: !37)
!193 = !DILocation(line: 101, scope: !189)
!194 = !DILocation(line: 102, scope: !189)
!195 = !DILocation(line: 103, scope: !189)
!196 = !DILocation(line: 104, scope: !189)
!197 = !DILocation(line: 105, scope: !189)
!198 = distinct !DISubprogram(name: "maybe_locked", scope: !3, file: !3, line: 107, type: !199, scopeLine: 107, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!199 = !DISubroutineType(types: !200)
!200 = !{null, !37, !25}
!201 = !DILocalVariable(name: "queue", arg: 1, scope: !198, file: !3, line: 107, type: !37)
!202 = !DILocation(line: 107, scope: !198)
!203 = !DILocalVariable(name: "threads", arg: 2, scope: !198, file: !3, line: 107, type: !25)
!204 = !DILocation(line: 108, scope: !205)
!205 = distinct !DILexicalBlock(scope: !198, file: !3, line: 108)
!206 = !DILocation(line: 108, scope: !198)
!207 = !DILocation(line: 109, scope: !205)
!208 = !DILocation(line: 110, scope: !198)
!209 = !DILocation(line: 111, scope: !210)
!210 = distinct !DILexicalBlock(scope: !198, file: !3, line: 111)
!211 = !DILocation(line: 111, scope: !198)
!212 = !DILocation(line: 112, scope: !210)
!213 = !DILocation(line: 113, scope: !198)
!214 = distinct !DISubprogram(name: "helper_unlocks", scope: !3, file: !3, line: 115, type: !35, scopeLine: 115, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!215 = !DILocalVariable(name: "queue", arg: 1, scope: !214, file: !3, line: 115, type: !37)
!216 = !DILocation(line: 115, scope: !214)
!217 = !DILocation(line: 116, scope: !214)
!218 = !DILocation(line: 117, scope: !219)
!219 = distinct !DILexicalBlock(scope: !214, file: !3, line: 117)
!220 = !DILocation(line: 117, scope: !214)
!221 = !DILocation(line: 118, scope: !222)
!222 = distinct !DILexicalBlock(scope: !219, file: !3, line: 117)
!223 = !DILocation(line: 119, scope: !222)
!224 = !DILocation(line: 121, scope: !214)
!225 = !DILocation(line: 122, scope: !214)
!226 = !DILocation(line: 123, scope: !214)
!227 = !DILocation(line: 124, scope: !214)
!228 = distinct !DISubprogram(name: "unlock", scope: !3, file: !3, line: 15, type: !190, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!229 = !DILocalVariable(name: "queue", arg: 1, scope: !228, file: !3, line: 15, type: !37)
!230 = !DILocation(line: 15, scope: !228)
!231 = !DILocation(line: 16, scope: !228)
!232 = !DILocation(line: 17, scope: !228)
!233 = distinct !DISubprogram(name: "helper_forgotten", scope: !3, file: !3, line: 126, type: !35, scopeLine: 126, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!234 = !DILocalVariable(name: "queue", arg: 1, scope: !233, file: !3, line: 126, type: !37)
!235 = !DILocation(line: 126, scope: !233)
!236 = !DILocation(line: 127, scope: !233)
!237 = !DILocation(line: 128, scope: !238)
!238 = distinct !DILexicalBlock(scope: !233, file: !3, line: 128)
!239 = !DILocation(line: 128, scope: !233)
!240 = !DILocation(line: 129, scope: !238)
!241 = !DILocation(line: 130, scope: !233)
!242 = !DILocation(line: 131, scope: !233)
!243 = !DILocation(line: 132, scope: !233)
!244 = !DILocation(line: 133, scope: !233)
!245 = distinct !DISubprogram(name: "fatal", scope: !3, file: !3, line: 135, type: !35, scopeLine: 135, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!246 = !DILocalVariable(name: "queue", arg: 1, scope: !245, file: !3, line: 135, type: !37)
!247 = !DILocation(line: 135, scope: !245)
!248 = !DILocation(line: 136, scope: !245)
!249 = !DILocation(line: 137, scope: !250)
!250 = distinct !DILexicalBlock(scope: !245, file: !3, line: 137)
!251 = !DILocation(line: 137, scope: !245)
!252 = !DILocation(line: 138, scope: !250)
!253 = !DILocation(line: 139, scope: !245)
!254 = !DILocation(line: 140, scope: !245)
!255 = distinct !DISubprogram(name: "try", scope: !3, file: !3, line: 143, type: !35, scopeLine: 143, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!256 = !DILocalVariable(name: "queue", arg: 1, scope: !255, file: !3, line: 143, type: !37)
!257 = !DILocation(line: 143, scope: !255)
!258 = !DILocation(line: 144, scope: !259)
!259 = distinct !DILexicalBlock(scope: !255, file: !3, line: 144)
!260 = !DILocation(line: 144, scope: !255)
!261 = !DILocation(line: 145, scope: !259)
!262 = !DILocation(line: 146, scope: !255)
!263 = !DILocation(line: 147, scope: !255)
!264 = !DILocation(line: 148, scope: !255)
!265 = distinct !DISubprogram(name: "pop", scope: !3, file: !3, line: 150, type: !190, scopeLine: 150, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !52)
!266 = !DILocalVariable(name: "queue", arg: 1, scope: !265, file: !3, line: 150, type: !37)
!267 = !DILocation(line: 150, scope: !265)
!268 = !DILocation(line: 151, scope: !265)
!269 = !DILocation(line: 152, scope: !265)
!270 = !DILocation(line: 153, scope: !265)
!271 = !DILocation(line: 154, scope: !265)
!272 = distinct !DISubprogram(name: "lock", scope: !3, file: !3, line: 11, type: !190, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !52)
!273 = !DILocalVariable(name: "queue", arg: 1, scope: !272, file: !3, line: 11, type: !37)
!274 = !DILocation(line: 11, scope: !272)
!275 = !DILocation(line: 12, scope: !272)
!276 = !DILocation(line: 13, scope: !272)
