; Distances in bytes that are multiples of the size of an element lead to the same member of each element: optimisers
; count bytes instead of elements.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%element = type { ptr, ptr, ptr }

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@d = internal global i32 0
@table = internal constant [2 x %element] [%element { ptr @a, ptr @b, ptr @c }, %element { ptr @a, ptr @d, ptr @c }]

; The program runs without arguments, so the count is 1.
define i32 @main(i32 %count, ptr %arguments) {
entry:
  %wide = sext i32 %count to i64
  %bytes = mul i64 %wide, 24
  %second = getelementptr inbounds i8, ptr @table, i64 %bytes
  %place = getelementptr inbounds i8, ptr %second, i64 8
  %member = load ptr, ptr %place
  call void @assert_may_alias(ptr %member, ptr @d)
  call void @assert_no_alias(ptr %member, ptr @a)
  call void @assert_no_alias(ptr %member, ptr @c)
  %half = shl nsw i32 %count, 3
  %all = mul nsw i32 %half, 3
  %narrow = sext i32 %all to i64
  %back = sub i64 0, %narrow
  %end = getelementptr inbounds i8, ptr @table, i64 40
  %before = getelementptr inbounds i8, ptr %end, i64 %back
  %last = load ptr, ptr %before
  call void @assert_may_alias(ptr %last, ptr @c)
  call void @assert_no_alias(ptr %last, ptr @b)
  call void @assert_no_alias(ptr %last, ptr @d)
  %limit = mul i64 %wide, 48
  br label %loop

loop:
  %offset = phi i64 [ 0, %entry ], [ %next, %loop ]
  %start = getelementptr inbounds i8, ptr @table, i64 %offset
  %first = load ptr, ptr %start
  call void @assert_may_alias(ptr %first, ptr @a)
  call void @assert_no_alias(ptr %first, ptr @b)
  call void @assert_no_alias(ptr %first, ptr @c)
  %next = add nuw i64 %offset, 24
  %more = icmp ult i64 %next, %limit
  br i1 %more, label %loop, label %done

done:
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
