; Arrays in memory of unknown type: copies of elements keep their members apart, and sizes that callers pass on are known.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@zero = weak global i64 0

; The size is passed on, so the end of the memory is known.
define ptr @allocate(i64 %count, i64 %size) noinline {
  %slot = alloca i64
  store i64 %size, ptr %slot
  %number = load i64, ptr %slot
  %memory = call ptr @malloc(i64 %number)
  ret ptr %memory
}

define i32 @main() {
  %i = load volatile i64, ptr @zero
  %node = call ptr @allocate(i64 1, i64 192)
  %values = getelementptr inbounds i8, ptr %node, i64 96
  %value = getelementptr inbounds nuw { ptr, ptr }, ptr %values, i64 %i
  store ptr @a, ptr %value
  %second = getelementptr inbounds i8, ptr %value, i64 8
  store ptr @b, ptr %second

  ; The elements are moved to make room for a new one.
  %after = getelementptr inbounds nuw { ptr, ptr }, ptr %value, i64 1
  %bytes = shl i64 %i, 4
  %length = add i64 %bytes, 16
  call void @llvm.memmove.p0.p0.i64(ptr %after, ptr %value, i64 %length, i1 false)
  %moved = load ptr, ptr %after
  call void @assert_may_alias(ptr %moved, ptr @a)
  call void @assert_no_alias(ptr %moved, ptr @b)

  ; Past the end of a smaller object there is nothing.
  %small = call ptr @allocate(i64 1, i64 96)
  store ptr @c, ptr %small
  %is_zero = icmp eq i64 %i, 0
  %either = select i1 %is_zero, ptr %node, ptr %small
  %value2 = getelementptr i8, ptr %either, i64 104
  %p3 = load ptr, ptr %value2
  call void @assert_may_alias(ptr %p3, ptr @b)
  call void @assert_no_alias(ptr %p3, ptr @c)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

declare ptr @malloc(i64)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
