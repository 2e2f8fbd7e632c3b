; An offset that is one of several constants leads only to these members: optimisers select an offset instead of a
; member, for example in `node = less ? node->left : node->right`.

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
  %offset = select i1 %less, i64 8, i64 16
  %place = getelementptr inbounds i8, ptr @table, i64 %offset
  %side = load ptr, ptr %place
  call void @assert_no_alias(ptr %side, ptr @a)
  call void @assert_may_alias(ptr %side, ptr @b)
  %other.offset = select i1 %less, i64 16, i64 8
  %other.place = getelementptr inbounds i8, ptr @table, i64 %other.offset
  %other.side = load ptr, ptr %other.place
  call void @assert_no_alias(ptr %other.side, ptr @a)
  call void @assert_may_alias(ptr %other.side, ptr @c)
  %bit = zext i1 %less to i64
  %first = getelementptr inbounds ptr, ptr @table, i64 %bit
  %one = load ptr, ptr %first
  call void @assert_no_alias(ptr %one, ptr @c)
  call void @assert_may_alias(ptr %one, ptr @b)
  %sign = sext i1 %less to i64
  %last = getelementptr inbounds i8, ptr @table, i64 16
  %before = getelementptr inbounds ptr, ptr %last, i64 %sign
  %left = load ptr, ptr %before
  call void @assert_no_alias(ptr %left, ptr @a)
  call void @assert_may_alias(ptr %left, ptr @b)
  br i1 %less, label %then, label %end

then:
  br label %end

end:
  %index = phi i64 [ 0, %entry ], [ %bit, %then ]
  %element = getelementptr inbounds %node, ptr @table, i64 0, i32 3, i64 %index
  %chosen = load ptr, ptr %element
  call void @assert_no_alias(ptr %chosen, ptr @c)
  call void @assert_no_alias(ptr %chosen, ptr @d)
  call void @assert_may_alias(ptr %chosen, ptr @b)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
