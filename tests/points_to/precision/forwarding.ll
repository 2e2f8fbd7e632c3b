; A load reads what the function has stored just before at the same address, whatever object it belongs to.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@first = internal global [2 x ptr] zeroinitializer
@second = internal global [2 x ptr] zeroinitializer
@zero = weak global i64 0

; The parameters are in stack variables, and an invocation ends a block.
define void @sets(ptr %object, ptr %value) noinline personality ptr @__gxx_personality_v0 {
entry:
  %this = alloca ptr
  %stored = alloca ptr
  store ptr %object, ptr %this
  store ptr %value, ptr %stored
  %object1 = load ptr, ptr %this
  %member = getelementptr i8, ptr %object1, i64 8
  store ptr @c, ptr %member
  %value1 = load ptr, ptr %stored
  store ptr %value1, ptr %object1
  %object2 = load ptr, ptr %this
  %read = load ptr, ptr %object2
  %member2 = getelementptr i8, ptr %object2, i64 8
  %p1 = load ptr, ptr %member2
  call void @assert_no_alias(ptr %read, ptr @c)
  call void @assert_no_alias(ptr %p1, ptr @a)
  call void @assert_no_alias(ptr %p1, ptr @b)
  br label %next

next:
  %object3 = load ptr, ptr %this
  %member3 = getelementptr i8, ptr %object3, i64 8
  store ptr @a, ptr %member3
  %p2 = load ptr, ptr %member3
  call void @assert_no_alias(ptr %p2, ptr @c)
  store ptr @b, ptr %member3
  ret void
}

define i32 @main() {
  %i = load volatile i64, ptr @zero
  %is_zero = icmp eq i64 %i, 0
  %object = select i1 %is_zero, ptr @first, ptr @second
  call void @sets(ptr %object, ptr @a)
  %other = select i1 %is_zero, ptr @second, ptr @first
  call void @sets(ptr %other, ptr @b)
  %p = load ptr, ptr @first
  call void @assert_may_alias(ptr %p, ptr @a)
  ret i32 0
}

declare i32 @__gxx_personality_v0(...)

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
