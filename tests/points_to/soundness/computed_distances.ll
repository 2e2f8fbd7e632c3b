; Distances in bytes that are multiples of something smaller than they seem.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@table = internal constant [6 x ptr] [ptr @a, ptr @b, ptr @c, ptr @a, ptr @b, ptr @c]

; The program runs without arguments, so the count is 1.
define i32 @main(i32 %count, ptr %arguments) {
entry:
  %number = alloca i64
  %wide = sext i32 %count to i64
  ; 24 * 2 - 8 * 5 = 8
  %two = add i64 %wide, 1
  %elements = mul i64 24, %two
  %five = add i64 %wide, 4
  %words = shl i64 %five, 3
  %sum = sub i64 %elements, %words
  %place = getelementptr inbounds i8, ptr @table, i64 %sum
  %member = load ptr, ptr %place
  call void @assert_may_alias(ptr %member, ptr @b)
  ; 8 bits do not hold 24 * 11 = 264, so that 8 remains.
  %byte = trunc i64 %wide to i8
  %eleven = add i8 %byte, 10
  %wrapped = mul i8 %eleven, 24
  %short = zext i8 %wrapped to i64
  %other = getelementptr inbounds i8, ptr @table, i64 %short
  %reached = load ptr, ptr %other
  call void @assert_may_alias(ptr %reached, ptr @b)
  ; The variable holds 24, and is changed through a pointer.
  store i64 24, ptr %number
  call void @change(ptr %number)
  %changed = load i64, ptr %number
  %far = getelementptr inbounds i8, ptr @table, i64 %changed
  %found = load ptr, ptr %far
  call void @assert_may_alias(ptr %found, ptr @c)
  ; 24, and then three times 24 minus 56.
  br label %loop

loop:
  %distance = phi i64 [ 24, %entry ], [ %next, %loop ]
  %last = phi i1 [ false, %entry ], [ true, %loop ]
  %start = getelementptr inbounds i8, ptr @table, i64 %distance
  %value = load ptr, ptr %start
  %triple = mul i64 %distance, 3
  %next = sub i64 %triple, 56
  br i1 %last, label %done, label %loop

done:
  call void @assert_may_alias(ptr %value, ptr @c)
  ret i32 0
}

define internal void @change(ptr %number) noinline {
  store i64 16, ptr %number
  ret void
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
