; Instructions and intrinsics that move pointers through memory: loads and stores of every type that can contain one,
; atomic and masked accesses, copies of several kinds.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@table = internal constant [2 x ptr] [ptr @a, ptr @b]
@packed = internal constant <{ i8, ptr, i16, ptr }> <{ i8 1, ptr @a, i16 2, ptr @b }>
@one = internal global i64 1
@mask = internal global <2 x i1> <i1 false, i1 true>

define i32 @main() {
  %pair = alloca { ptr, ptr }
  %other = alloca { ptr, ptr }
  %cell = alloca ptr
  %i = load volatile i64, ptr @one

  ; Aggregates, vectors and wide integers as one value.
  %both = load { ptr, ptr }, ptr @table
  store { ptr, ptr } %both, ptr %pair
  %second = getelementptr i8, ptr %pair, i64 8
  %p1 = load ptr, ptr %second
  call void @assert_may_alias(ptr %p1, ptr @b)
  %vector = load <2 x ptr>, ptr @table
  store <2 x ptr> %vector, ptr %other
  %p2 = load ptr, ptr %other
  call void @assert_may_alias(ptr %p2, ptr @a)
  %wide = load i128, ptr @table
  store i128 %wide, ptr %pair
  %element = getelementptr [2 x ptr], ptr %pair, i64 0, i64 %i
  %p3 = load ptr, ptr %element
  call void @assert_may_alias(ptr %p3, ptr @b)
  %unaligned = getelementptr i8, ptr @packed, i64 11
  %p4 = load ptr, ptr %unaligned, align 1
  call void @assert_may_alias(ptr %p4, ptr @b)
  %record = load <{ i8, ptr, i16, ptr }>, ptr @packed
  %p5 = extractvalue <{ i8, ptr, i16, ptr }> %record, 1
  call void @assert_may_alias(ptr %p5, ptr @a)

  ; The copies of a vector are at a distance of its size, rounded up to its alignment: 32 bytes, not 24.
  %rows = alloca [8 x ptr], align 32
  %fifth = getelementptr ptr, ptr %rows, i64 4
  store ptr @b, ptr %fifth
  %next = getelementptr <3 x ptr>, ptr %rows, i64 1
  %copy = load ptr, ptr %next
  call void @assert_may_alias(ptr %copy, ptr @b)

  ; Atomic operations.
  store atomic ptr @a, ptr %cell seq_cst, align 8
  %before = atomicrmw xchg ptr %cell, ptr @b seq_cst
  call void @assert_may_alias(ptr %before, ptr @a)
  %exchange = cmpxchg ptr %cell, ptr @b, ptr @a seq_cst seq_cst
  %p6 = extractvalue { ptr, i1 } %exchange, 0
  call void @assert_may_alias(ptr %p6, ptr @b)
  %p7 = load atomic ptr, ptr %cell acquire, align 8
  call void @assert_may_alias(ptr %p7, ptr @a)
  %integer = ptrtoint ptr @b to i64
  %unused = atomicrmw xchg ptr %cell, i64 %integer seq_cst
  %p8 = load ptr, ptr %cell
  call void @assert_may_alias(ptr %p8, ptr @b)
  %zero = atomicrmw and ptr %cell, i64 -1 seq_cst
  %p9 = inttoptr i64 %zero to ptr
  call void @assert_may_alias(ptr %p9, ptr @b)

  ; Masked.
  %lanes = load <2 x i1>, ptr @mask
  %masked = call <2 x ptr> @llvm.masked.load.v2p0.p0(ptr @table, i32 8, <2 x i1> %lanes, <2 x ptr> <ptr @b, ptr null>)
  %m0 = extractelement <2 x ptr> %masked, i64 0
  call void @assert_may_alias(ptr %m0, ptr @b)
  %m1 = extractelement <2 x ptr> %masked, i64 %i
  call void @assert_may_alias(ptr %m1, ptr @b)
  call void @llvm.masked.store.v2p0.p0(<2 x ptr> <ptr null, ptr @a>, ptr %pair, i32 8, <2 x i1> %lanes)
  %p10 = load ptr, ptr %second
  call void @assert_may_alias(ptr %p10, ptr @a)
  %places = getelementptr i8, ptr @table, <2 x i64> <i64 8, i64 0>
  %gathered = call <2 x ptr> @llvm.masked.gather.v2p0.v2p0(<2 x ptr> %places, i32 8, <2 x i1> <i1 true, i1 true>, <2 x ptr> zeroinitializer)
  %g1 = extractelement <2 x ptr> %gathered, i64 1
  call void @assert_may_alias(ptr %g1, ptr @a)
  %targets = insertelement <2 x ptr> <ptr null, ptr null>, ptr %second, i64 %i
  call void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr> <ptr null, ptr @b>, <2 x ptr> %targets, i32 8, <2 x i1> %lanes)
  %p11 = load ptr, ptr %second
  call void @assert_may_alias(ptr %p11, ptr @b)

  ; Copies.
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %other, ptr @table, i64 16, i1 false)
  %other_second = getelementptr { ptr, ptr }, ptr %other, i64 0, i32 1
  %p12 = load ptr, ptr %other_second
  call void @assert_may_alias(ptr %p12, ptr @b)
  call void @llvm.memmove.p0.p0.i64(ptr %other_second, ptr %other, i64 8, i1 false)
  %p13 = load ptr, ptr %other_second
  call void @assert_may_alias(ptr %p13, ptr @a)
  %length = mul i64 %i, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %cell, ptr getelementptr (i8, ptr @table, i64 8), i64 %length, i1 true)
  %p14 = load volatile ptr, ptr %cell
  call void @assert_may_alias(ptr %p14, ptr @b)

  ; Intrinsics that return their argument.
  %laundered = call ptr @llvm.launder.invariant.group.p0(ptr @a)
  call void @assert_may_alias(ptr %laundered, ptr @a)
  %stripped = call ptr @llvm.strip.invariant.group.p0(ptr %laundered)
  call void @assert_may_alias(ptr %stripped, ptr @a)
  %annotated = call ptr @llvm.ptr.annotation.p0.p0(ptr @b, ptr @a, ptr @a, i32 0, ptr null)
  call void @assert_may_alias(ptr %annotated, ptr @b)
  %cleared = call ptr @llvm.ptrmask.p0.i64(ptr @a, i64 -2)
  call void @assert_may_alias(ptr %cleared, ptr @a)
  %expected = call i64 @llvm.expect.i64(i64 %integer, i64 0)
  %p15 = inttoptr i64 %expected to ptr
  call void @assert_may_alias(ptr %p15, ptr @b)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

declare <2 x ptr> @llvm.masked.load.v2p0.p0(ptr, i32, <2 x i1>, <2 x ptr>)
declare void @llvm.masked.store.v2p0.p0(<2 x ptr>, ptr, i32, <2 x i1>)
declare <2 x ptr> @llvm.masked.gather.v2p0.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x ptr>)
declare void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr>, <2 x ptr>, i32, <2 x i1>)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i64 @llvm.expect.i64(i64, i64)
