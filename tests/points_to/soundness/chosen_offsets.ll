; An offset with a choice that is not constant may lead anywhere, also if a loop counts it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%node = type { ptr, ptr, ptr, [4 x ptr] }

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@d = internal global i32 0
@table = internal constant %node { ptr @a, ptr @b, ptr @c, [4 x ptr] [ptr @a, ptr @b, ptr @c, ptr @d] }

; The program runs without arguments, so the count is 1.
define i32 @main(i32 %count, ptr %arguments) {
entry:
  %less = icmp slt i32 %count, 2
  %wide = zext i32 %count to i64
  %words = shl i64 %wide, 3
  %offset = select i1 %less, i64 %words, i64 16
  %place = getelementptr inbounds i8, ptr @table, i64 %offset
  %side = load ptr, ptr %place
  call void @assert_may_alias(ptr %side, ptr @b)
  %byte = zext i8 2 to i64
  %indirect = select i1 %less, i64 %byte, i64 1
  %member = getelementptr inbounds ptr, ptr @table, i64 %indirect
  %behind = load ptr, ptr %member
  call void @assert_may_alias(ptr %behind, ptr @c)
  br label %loop

loop:
  %index = phi i64 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr inbounds %node, ptr @table, i64 0, i32 3, i64 %index
  %chosen = load ptr, ptr %element
  %next = add i64 %index, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %end

end:
  call void @assert_may_alias(ptr %chosen, ptr @d)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
