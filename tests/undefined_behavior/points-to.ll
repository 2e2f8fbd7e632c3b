; Loads from the heap, from globals and from variables whose address escapes: the possible values come from points-to.
; points-to: yes

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i32, i32 }

@counter = internal global i32 0
@flag = internal global i32 0
@visible = global i32 0
@holes = internal constant [2 x { i8, i32 }] [{ i8, i32 } { i8 1, i32 2 }, { i8, i32 } { i8 3, i32 4 }]
@partly = internal constant { i32, i32 } { i32 1, i32 undef }
@kept = internal global ptr null

; malloc returns undef memory (in the C standard: indeterminate). The analysis does not know when the store to the first
; member happens, so both members may be undef; neither is poison, because only a value that is not poison is stored.
; %first: undef uninitialised %first
; %second: undef uninitialised %second
define void @structure(i32 noundef %value) {
  %object = call ptr @malloc(i64 8)
  call void @fill(ptr %object, i32 %value)
  %first = load i32, ptr %object
  %address = getelementptr inbounds %pair, ptr %object, i64 0, i32 1
  %second = load i32, ptr %address
  ret void
}

define internal void @fill(ptr noundef %object, i32 noundef %value) {
  store i32 %value, ptr %object
  ret void
}

; calloc returns zeros.
; %first: well-defined
; %second: well-defined
define void @zeros(i32 noundef %value) {
  %object = call ptr @calloc(i64 1, i64 8)
  call void @fill(ptr %object, i32 %value)
  %first = load i32, ptr %object
  %address = getelementptr inbounds %pair, ptr %object, i64 0, i32 1
  %second = load i32, ptr %address
  ret void
}

; Another function stores poison in the first member; the second one remains zero.
; %first: poison memory %first
; %second: well-defined
define void @poisoned(i32 noundef %value) {
  %object = call ptr @calloc(i64 1, i64 8)
  call void @spoil(ptr %object, i32 %value)
  %first = load i32, ptr %object
  %address = getelementptr inbounds %pair, ptr %object, i64 0, i32 1
  %second = load i32, ptr %address
  ret void
}

define internal void @spoil(ptr noundef %object, i32 noundef %value) {
  %sum = add nsw i32 %value, 1
  store i32 %sum, ptr %object
  ret void
}

; If half of the loaded value is poison, all of it is.
; %both: poison memory %both
define void @half(i32 noundef %value) {
  %object = call ptr @calloc(i64 1, i64 8)
  call void @spoil(ptr %object, i32 %value)
  %both = load i64, ptr %object
  ret void
}

; The memset is in another function, which may be called for another variable, so this variable may be uninitialised.
; %read: undef uninitialised %read
define void @set() {
  %variable = alloca [4 x i32]
  call void @zero(ptr %variable)
  %read = load i32, ptr %variable
  ret void
}

define internal void @zero(ptr noundef %target) {
  call void @llvm.memset.p0.i64(ptr %target, i8 0, i64 16, i1 false)
  ret void
}

; Zeros are overwritten with zeros.
; %read: well-defined
define void @set.again() {
  %object = call ptr @calloc(i64 4, i64 4)
  call void @llvm.memset.p0.i64(ptr %object, i8 0, i64 16, i1 false)
  %read = load i32, ptr %object
  ret void
}

; The memory is set to an argument, which may be poison.
; %read: poison memory %read, undef memory %read
define void @set.to(i8 %value) {
  %object = call ptr @calloc(i64 4, i64 4)
  call void @llvm.memset.p0.i64(ptr %object, i8 %value, i64 16, i1 false)
  %read = load i32, ptr %object
  ret void
}

; Unknown functions may write any value.
; %read: poison memory %read, undef memory %read
define void @escapes() {
  %object = call ptr @calloc(i64 1, i64 8)
  call void @use(ptr %object)
  %read = load i32, ptr %object
  ret void
}

; So may functions that can load the address from escaped memory.
; %read: poison memory %read, undef memory %read
define void @escapes.later() {
  %object = call ptr @calloc(i64 1, i64 8)
  %other = call ptr @calloc(i64 1, i64 8)
  store ptr %object, ptr %other
  call void @use(ptr %other)
  %read = load i32, ptr %object
  ret void
}

; A function of the C library whose model does not mention bytes may write any value.
; %read: poison memory %read, undef memory %read
define void @library(ptr noundef %stream) {
  %object = call ptr @calloc(i64 1, i64 8)
  %got = call i64 @fread(ptr %object, i64 1, i64 8, ptr %stream)
  %read = load i32, ptr %object
  ret void
}

; If a pointer may point to two objects, the load may read from either.
; %read: undef uninitialised %read
define void @either(i1 noundef %c) {
  %one = call ptr @calloc(i64 1, i64 4)
  %other = call ptr @malloc(i64 4)
  %object = select i1 %c, ptr %one, ptr %other
  %read = load i32, ptr %object
  ret void
}

; A global begins with its initializer, and this internal one is written only here: a sum without a flag is not poison.
; %read: well-defined
define i32 @count() {
  %read = load i32, ptr @counter
  %next = add i32 %read, 1
  store i32 %next, ptr @counter
  ret i32 %read
}

; With a flag, the sum may be poison.
; %read: poison memory %read
define i32 @wrap() {
  %read = load i32, ptr @flag
  %next = add nsw i32 %read, 1
  store i32 %next, ptr @flag
  ret i32 %read
}

; This global is visible to external code.
; %read: poison memory %read, undef memory %read
define i32 @shared() {
  %read = load i32, ptr @visible
  ret i32 %read
}

; A constant table of numbers. A load of a whole word includes the padding, which is undefined.
; %member: well-defined
; %word: undef uninitialised %word
define i32 @table(i64 noundef %index) {
  %address = getelementptr inbounds [2 x { i8, i32 }], ptr @holes, i64 0, i64 %index, i32 1
  %member = load i32, ptr %address
  %word = load i64, ptr @holes
  ret i32 %member
}

; One member of the constant is undef, and the analysis does not distinguish the other.
; %second: poison memory %second, undef memory %second
define i32 @partly.undef() {
  %second = load i32, ptr getelementptr inbounds ({ i32, i32 }, ptr @partly, i64 0, i32 1)
  ret i32 %second
}

; The origin of the address is unknown.
; %read: poison memory %read, undef memory %read
define i32 @nowhere(i64 noundef %number) {
  %address = inttoptr i64 %number to ptr
  %read = load i32, ptr %address
  ret i32 %read
}

; The address is stored in memory.
; %read: poison memory %read
define i32 @indirect(i32 noundef %value) {
  %object = call ptr @calloc(i64 1, i64 8)
  store ptr %object, ptr @kept
  call void @through(i32 %value)
  %read = load i32, ptr %object
  ret i32 %read
}

define internal void @through(i32 noundef %value) {
  %object = load ptr, ptr @kept
  %sum = sub nuw i32 %value, 1
  store i32 %sum, ptr %object
  ret void
}

; A volatile load may read any value.
; %read: poison memory %read, undef memory %read
define i32 @volatile() {
  %object = call ptr @calloc(i64 1, i64 8)
  %read = load volatile i32, ptr %object
  ret i32 %read
}

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @use(ptr)
declare i64 @fread(ptr, i64, i64, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
