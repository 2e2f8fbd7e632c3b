; The effects of small functions are separate for each caller.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@through = weak global ptr @get

define internal void @set(ptr %holder, ptr %value) noinline {
  %member = getelementptr i8, ptr %holder, i64 8
  store ptr %value, ptr %member
  ret void
}

define internal ptr @get(ptr %holder) noinline {
  %member = getelementptr i8, ptr %holder, i64 8
  %value = load ptr, ptr %member
  ret ptr %value
}

define internal ptr @allocate(i64 %size) noinline {
  %memory = call ptr @malloc(i64 %size)
  ret ptr %memory
}

define internal ptr @new(ptr %value) noinline {
  %holder = call ptr @allocate(i64 16)
  call void @set(ptr %holder, ptr %value)
  ret ptr %holder
}

; A recursive function has one context for all calls.
define internal ptr @last(ptr %p, i32 %count) noinline {
  %is_done = icmp eq i32 %count, 0
  br i1 %is_done, label %done, label %again

again:
  %less = sub i32 %count, 1
  %result = call ptr @last(ptr %p, i32 %less)
  ret ptr %result

done:
  ret ptr %p
}

define i32 @main() {
  %one = call ptr @new(ptr @a)
  %other = call ptr @new(ptr @b)
  call void @assert_no_alias(ptr %one, ptr %other)
  %first = call ptr @get(ptr %one)
  %second = call ptr @get(ptr %other)
  call void @assert_may_alias(ptr %first, ptr @a)
  call void @assert_may_alias(ptr %second, ptr @b)
  call void @assert_no_alias(ptr %first, ptr @b)
  call void @assert_no_alias(ptr %second, ptr @a)
  ; A call through a pointer calls the function in the context that is shared by all such calls.
  %function = load volatile ptr, ptr @through
  %third = call ptr %function(ptr %one)
  call void @assert_may_alias(ptr %third, ptr @a)
  %same = call ptr @last(ptr @c, i32 2)
  call void @assert_may_alias(ptr %same, ptr @c)
  %there = call ptr @last(ptr @a, i32 2)
  call void @assert_may_alias(ptr %there, ptr @a)
  ret i32 0
}

declare ptr @malloc(i64)

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
