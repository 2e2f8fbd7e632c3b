; Parts of aggregates, lanes of vectors, and offsets in memory are distinguished.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@array = internal global [4 x i32] zeroinitializer
@table = internal constant [3 x ptr] [ptr @a, ptr @b, ptr @c]

define i32 @main() {
  %pair = insertvalue { ptr, ptr } { ptr @a, ptr null }, ptr @b, 1
  %first = extractvalue { ptr, ptr } %pair, 0
  call void @assert_no_alias(ptr %first, ptr @b)
  %vector = insertelement <2 x ptr> <ptr @a, ptr null>, ptr @b, i32 1
  %lane = extractelement <2 x ptr> %vector, i32 0
  call void @assert_no_alias(ptr %lane, ptr @b)
  %shuffled = shufflevector <2 x ptr> %vector, <2 x ptr> poison, <2 x i32> <i32 1, i32 0>
  %swapped = extractelement <2 x ptr> %shuffled, i32 0
  call void @assert_no_alias(ptr %swapped, ptr @a)
  call void @assert_may_alias(ptr %swapped, ptr @b)
  %loaded = load <2 x ptr>, ptr getelementptr (i8, ptr @table, i64 8)
  %low = extractelement <2 x ptr> %loaded, i32 0
  call void @assert_no_alias(ptr %low, ptr @a)
  call void @assert_no_alias(ptr %low, ptr @c)
  %wide = load i128, ptr @table
  %high = lshr i128 %wide, 64
  %half = trunc i128 %wide to i64
  %pointer = inttoptr i64 %half to ptr
  call void @assert_no_alias(ptr %pointer, ptr @c)
  %here = getelementptr i32, ptr @array, i64 1
  %there = getelementptr i8, ptr %here, i64 4
  call void @assert_no_alias(ptr %here, ptr %there)
  %cell = alloca ptr
  %other = alloca ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %cell, ptr @table, i64 8, i1 false)
  store ptr @c, ptr %other
  %copied = load ptr, ptr %cell
  call void @assert_no_alias(ptr %copied, ptr @b)
  call void @assert_may_alias(ptr %copied, ptr @a)
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
