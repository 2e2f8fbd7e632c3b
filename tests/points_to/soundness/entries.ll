; Entries of phis that a test of another phi seems to exclude, but that are used.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0

define i32 @main() {
  call void @around()
  call void @shared(i1 true)
  call void @shared(i1 false)
  call void @both(i1 true)
  call void @both(i1 false)
  call void @same_target(i1 false)
  call void @signed(i1 false)
  call void @earlier(i1 false)
  call void @stored(i1 true)
  call void @stored(i1 false)
  call void @forwarded()
  call void @atomic(i1 false)
  ret i32 0
}

; In the second round the phi has the pointer of the first one, and the tag has changed.
define internal void @around() noinline optnone {
entry:
  br label %loop

loop:
  %tag = phi i1 [ false, %entry ], [ true, %again ]
  %member = phi ptr [ @a, %entry ], [ @b, %again ]
  %last = phi ptr [ @c, %entry ], [ %member, %again ]
  br i1 %tag, label %then, label %again

again:
  br label %loop

then:
  %now = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %now, ptr @b)
  %before = getelementptr i8, ptr %last, i64 0
  call void @assert_may_alias(ptr %before, ptr @a)
  ret void
}

; Control also reaches the use without the test.
define internal void @shared(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i1 [ true, %one ], [ false, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  %expected = phi ptr [ @a, %one ], [ @b, %other ]
  br i1 %tag, label %use, label %around

around:
  br label %use

use:
  %used = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %used, ptr %expected)
  %is_b = icmp eq ptr %used, @b
  br i1 %is_b, label %is_b.then, label %is_a.then

is_a.then:
  call void @assert_may_alias(ptr %used, ptr @a)
  ret void

is_b.then:
  call void @assert_may_alias(ptr %used, ptr @b)
  ret void
}

; Both outcomes of the test use the phi.
define internal void @both(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i1 [ true, %one ], [ false, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  br i1 %tag, label %then, label %else

then:
  %first = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %first, ptr @a)
  ret void

else:
  %second = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %second, ptr @b)
  ret void
}

; The cases and the default of a switch lead to the same block.
define internal void @same_target(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i8 [ 0, %one ], [ 1, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  switch i8 %tag, label %use [
    i8 0, label %end
    i8 1, label %use
  ]

use:
  %used = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %used, ptr @b)
  ret void

end:
  ret void
}

; As an unsigned number, -1 is greater than 0; as a signed one, less.
define internal void @signed(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i8 [ 1, %one ], [ -1, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  %is_negative = icmp slt i8 %tag, 0
  br i1 %is_negative, label %use, label %end

use:
  %used = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %used, ptr @b)
  %is_large = icmp ugt i8 %tag, 1
  br i1 %is_large, label %large, label %end

large:
  %again = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %again, ptr @b)
  ret void

end:
  ret void
}

; The test is of a phi in another block.
define internal void @earlier(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i1 [ true, %one ], [ false, %other ]
  br i1 %is_a, label %left, label %right

left:
  br label %second

right:
  br label %second

second:
  %member = phi ptr [ @a, %left ], [ @b, %right ]
  br i1 %tag, label %end, label %use

use:
  %used = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %used, ptr @b)
  ret void

end:
  ret void
}

; What is stored through a phi is found again at the targets of the entries that remain.
define internal void @stored(i1 %is_a) noinline optnone {
  %one.cell = alloca ptr
  %other.cell = alloca ptr
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i1 [ true, %one ], [ false, %other ]
  %cell = phi ptr [ %one.cell, %one ], [ %other.cell, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  br i1 %tag, label %then, label %end

then:
  store ptr %member, ptr %cell
  %back = load ptr, ptr %one.cell
  call void @assert_may_alias(ptr %back, ptr @a)
  ret void

end:
  ret void
}

; A load reads what was stored before the test, in the round before.
define internal void @forwarded() noinline optnone {
entry:
  %cell = alloca ptr
  store ptr @c, ptr %cell
  br label %loop

loop:
  %tag = phi i1 [ false, %entry ], [ true, %again ]
  %member = phi ptr [ @a, %entry ], [ @b, %again ]
  br i1 %tag, label %then, label %again

again:
  store ptr %member, ptr %cell
  br label %loop

then:
  %loaded = load ptr, ptr %cell
  call void @assert_may_alias(ptr %loaded, ptr @a)
  %used = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %used, ptr @b)
  ret void
}

; The phi is stored twice at the same address: before the test, by an atomic operation, and after it.
define internal void @atomic(i1 %is_a) noinline optnone {
  %cell = alloca ptr
  store ptr null, ptr %cell
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i1 [ true, %one ], [ false, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  %result = cmpxchg ptr %cell, ptr null, ptr %member seq_cst seq_cst
  br i1 %tag, label %then, label %else

then:
  store ptr %member, ptr %cell
  br label %else

else:
  %loaded = load ptr, ptr %cell
  call void @assert_may_alias(ptr %loaded, ptr @b)
  %replaced = atomicrmw xchg ptr %cell, ptr %member seq_cst
  call void @assert_may_alias(ptr %replaced, ptr @b)
  ret void
}

declare void @assert_may_alias(ptr, ptr)
