; Loads after stores at the same address, with something in between that changes the memory or the address.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@cell = internal global ptr null
@other = internal global ptr null
@pair = internal global { ptr, ptr } zeroinitializer
@zero = weak global i64 0
@pointer = internal global ptr @cell

define void @set(ptr %to, ptr %value) noinline {
  store ptr %value, ptr %to
  ret void
}

define i32 @main() {
entry:
  %i = load volatile i64, ptr @zero
  %through = load ptr, ptr @pointer
  %moved = getelementptr i8, ptr %through, i64 %i

  ; A store through another pointer to the same memory.
  store ptr @a, ptr @cell
  store ptr @b, ptr %moved
  %p1 = load ptr, ptr @cell
  call void @assert_may_alias(ptr %p1, ptr @b)
  store ptr @a, ptr %moved
  store ptr @c, ptr @cell
  %p2 = load ptr, ptr %moved
  call void @assert_may_alias(ptr %p2, ptr @c)

  ; A call, a copy and an atomic operation.
  store ptr @a, ptr @cell
  call void @set(ptr %moved, ptr @b)
  %p3 = load ptr, ptr @cell
  call void @assert_may_alias(ptr %p3, ptr @b)
  store ptr @c, ptr @other
  store ptr @a, ptr @cell
  call void @llvm.memcpy.p0.p0.i64(ptr %moved, ptr @other, i64 8, i1 false)
  %p4 = load ptr, ptr @cell
  call void @assert_may_alias(ptr %p4, ptr @c)
  store ptr @a, ptr @cell
  %old = atomicrmw xchg ptr @cell, ptr @b seq_cst
  %p5 = load ptr, ptr @cell
  call void @assert_may_alias(ptr %old, ptr @a)
  call void @assert_may_alias(ptr %p5, ptr @b)

  ; A store that overlaps a part of the memory, and one of another size.
  store { ptr, ptr } { ptr @a, ptr @a }, ptr @pair
  %second = getelementptr i8, ptr @pair, i64 8
  store ptr @b, ptr %second
  %both = load { ptr, ptr }, ptr @pair
  %p6 = extractvalue { ptr, ptr } %both, 1
  call void @assert_may_alias(ptr %p6, ptr @b)
  %number = ptrtoint ptr @c to i64
  store i64 %number, ptr %second
  %p7 = load ptr, ptr %second
  call void @assert_may_alias(ptr %p7, ptr @c)
  %limit = add i64 %i, 2
  br label %loop

  ; In a loop, a value of the last iteration is not a value of this one.
loop:
  %round = phi i64 [ 0, %entry ], [ %next, %loop ]
  %address = phi ptr [ @cell, %entry ], [ @other, %loop ]
  %last = phi ptr [ @other, %entry ], [ %address, %loop ]
  %variable = alloca ptr
  store ptr %address, ptr %variable
  store ptr @a, ptr %last
  store ptr @b, ptr %address
  %reloaded = load ptr, ptr %variable
  %p8 = load ptr, ptr %reloaded
  call void @assert_may_alias(ptr %p8, ptr @b)
  %p9 = load ptr, ptr %last
  call void @assert_may_alias(ptr %p9, ptr @a)
  %next = add i64 %round, 1
  %is_more = icmp ult i64 %next, %limit
  br i1 %is_more, label %loop, label %slot, !llvm.loop !0

  ; A variable that is stored to again on a path.
slot:
  %kept = alloca ptr
  store ptr @cell, ptr %kept
  %is_zero = icmp eq i64 %i, 0
  br i1 %is_zero, label %change, label %after

change:
  store ptr @other, ptr %kept
  br label %after

after:
  store ptr @a, ptr @cell
  store ptr @c, ptr @other
  %where = load ptr, ptr %kept
  %p10 = load ptr, ptr %where
  call void @assert_may_alias(ptr %p10, ptr @c)
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
