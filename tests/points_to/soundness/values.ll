; Instructions that derive pointers from pointers without memory: phi, select, freeze, conversions, members of
; aggregates and vectors, and vectors of addresses.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@array = internal global [8 x i32] zeroinitializer
@condition = internal global i1 true
@index = internal global i32 1

define i32 @main() {
entry:
  %c = load volatile i1, ptr @condition
  br i1 %c, label %left, label %right

left:
  br label %join

right:
  br label %join

join:
  %phi = phi ptr [ @a, %left ], [ @b, %right ]
  call void @assert_may_alias(ptr %phi, ptr @a)
  %select = select i1 %c, ptr @b, ptr @a
  call void @assert_may_alias(ptr %select, ptr @b)
  %freeze = freeze ptr %select
  call void @assert_may_alias(ptr %freeze, ptr @b)
  %integer = ptrtoint ptr %phi to i64
  %frozen = freeze i64 %integer
  %back = inttoptr i64 %frozen to ptr
  call void @assert_may_alias(ptr %back, ptr @a)
  %wide = ptrtoint ptr @b to i128
  %narrow = trunc i128 %wide to i64
  %from_wide = inttoptr i64 %narrow to ptr
  call void @assert_may_alias(ptr %from_wide, ptr @b)
  %number = bitcast i64 %integer to double
  %bits = bitcast double %number to i64
  %from_number = inttoptr i64 %bits to ptr
  call void @assert_may_alias(ptr %from_number, ptr @a)

  ; Structures and arrays as values.
  %one = insertvalue { i32, { ptr, [2 x ptr] } } undef, ptr @a, 1, 0
  %two = insertvalue { i32, { ptr, [2 x ptr] } } %one, ptr @b, 1, 1, 1
  %inner = extractvalue { i32, { ptr, [2 x ptr] } } %two, 1
  %deep = extractvalue { ptr, [2 x ptr] } %inner, 1, 1
  call void @assert_may_alias(ptr %deep, ptr @b)
  %first = extractvalue { ptr, [2 x ptr] } %inner, 0
  call void @assert_may_alias(ptr %first, ptr @a)
  %chosen = select i1 %c, { i32, { ptr, [2 x ptr] } } %two, { i32, { ptr, [2 x ptr] } } %one
  %again = extractvalue { i32, { ptr, [2 x ptr] } } %chosen, 1, 1, 1
  call void @assert_may_alias(ptr %again, ptr @b)
  %replaced = insertvalue { i32, { ptr, [2 x ptr] } } %two, { ptr, [2 x ptr] } { ptr @b, [2 x ptr] [ptr @a, ptr null] }, 1
  %constant = extractvalue { i32, { ptr, [2 x ptr] } } %replaced, 1, 1, 0
  call void @assert_may_alias(ptr %constant, ptr @a)

  ; Vectors.
  %i = load volatile i32, ptr @index
  %v1 = insertelement <2 x ptr> undef, ptr @a, i32 0
  %v2 = insertelement <2 x ptr> %v1, ptr @b, i32 %i
  %e1 = extractelement <2 x ptr> %v2, i32 1
  call void @assert_may_alias(ptr %e1, ptr @b)
  %e2 = extractelement <2 x ptr> <ptr @b, ptr @a>, i32 %i
  call void @assert_may_alias(ptr %e2, ptr @a)
  %shuffled = shufflevector <2 x ptr> %v2, <2 x ptr> <ptr @array, ptr null>, <3 x i32> <i32 1, i32 2, i32 0>
  %s0 = extractelement <3 x ptr> %shuffled, i32 0
  call void @assert_may_alias(ptr %s0, ptr @b)
  %s1 = extractelement <3 x ptr> %shuffled, i32 1
  call void @assert_may_alias(ptr %s1, ptr @array)
  %integers = ptrtoint <2 x ptr> %v2 to <2 x i64>
  %masked = and <2 x i64> %integers, <i64 -1, i64 -2>
  %pointers = inttoptr <2 x i64> %masked to <2 x ptr>
  %p1 = extractelement <2 x ptr> %pointers, i32 %i
  call void @assert_may_alias(ptr %p1, ptr @b)
  %addresses = getelementptr [8 x i32], ptr @array, <2 x i64> zeroinitializer, <2 x i64> <i64 2, i64 5>
  %address = extractelement <2 x ptr> %addresses, i32 %i
  call void @assert_may_alias(ptr %address, ptr getelementptr (i8, ptr @array, i64 20))
  %lanes = select <2 x i1> <i1 true, i1 false>, <2 x ptr> %addresses, <2 x ptr> %v2
  %lane = extractelement <2 x ptr> %lanes, i32 %i
  call void @assert_may_alias(ptr %lane, ptr @b)
  %as_integer = bitcast <2 x i64> %integers to i128
  %high = lshr i128 %as_integer, 64
  %half = trunc i128 %high to i64
  %from_half = inttoptr i64 %half to ptr
  call void @assert_may_alias(ptr %from_half, ptr @b)

  ; Another address space with the same addresses.
  %cast = addrspacecast ptr @a to ptr addrspace(1)
  %moved = getelementptr i8, ptr addrspace(1) %cast, i64 0
  %returned = addrspacecast ptr addrspace(1) %moved to ptr
  call void @assert_may_alias(ptr %returned, ptr @a)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
