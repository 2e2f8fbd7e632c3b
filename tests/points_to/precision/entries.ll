; Uses of a phi only see the entries that fit a test of another phi in its block. So the members of a sum type in
; registers stay apart.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@held = internal global ptr null

define i32 @main() {
  call void @condition(i1 true)
  call void @condition(i1 false)
  call void @number(i1 true)
  call void @number(i1 false)
  call void @neighbour(i1 true)
  call void @neighbour(i1 false)
  call void @cases(i32 0)
  call void @cases(i32 1)
  call void @cases(i32 2)
  call void @converted(i1 true)
  call void @converted(i1 false)
  call void @joined(i1 true)
  call void @joined(i1 false)
  call void @both(i1 true)
  call void @both(i1 false)
  call void @around()
  ret i32 0
}

define internal void @condition(i1 %is_a) noinline optnone {
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
  %use = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %use, ptr @a)
  call void @assert_no_alias(ptr %use, ptr @b)
  ret void

else:
  ret void
}

; The tag of one of the entries is not known.
define internal void @number(i1 %is_a) noinline optnone {
  %size = load volatile i64, ptr @c
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i64 [ %size, %one ], [ -9223372036854775808, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  %is_b = icmp eq i64 %tag, -9223372036854775808
  br i1 %is_b, label %else, label %then

then:
  %use = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %use, ptr @a)
  call void @assert_no_alias(ptr %use, ptr @b)
  ret void

else:
  ret void
}

; A null pointer is a tag, too. The phi is also compared before the test.
define internal void @neighbour(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi ptr [ @c, %one ], [ null, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  %is_c = icmp eq ptr %member, @c
  %is_something = icmp ne ptr %tag, null
  br i1 %is_something, label %then, label %else

then:
  %use = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %use, ptr @a)
  call void @assert_no_alias(ptr %use, ptr @b)
  ret void

else:
  ret void
}

define internal void @cases(i32 %number) noinline optnone {
  switch i32 %number, label %third [
    i32 0, label %first
    i32 1, label %second
  ]

first:
  br label %join

second:
  br label %join

third:
  br label %join

join:
  %tag = phi i8 [ 0, %first ], [ 1, %second ], [ 7, %third ]
  %member = phi ptr [ @a, %first ], [ @b, %second ], [ @c, %third ]
  %unused = phi ptr [ @b, %first ], [ @b, %second ], [ @c, %third ]
  switch i8 %tag, label %default [
    i8 0, label %case
    i8 1, label %end
  ]

case:
  %use = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %use, ptr @a)
  call void @assert_no_alias(ptr %use, ptr @b)
  call void @assert_no_alias(ptr %use, ptr @c)
  ret void

default:
  %rest = getelementptr i8, ptr %unused, i64 0
  call void @assert_may_alias(ptr %rest, ptr @c)
  call void @assert_no_alias(ptr %rest, ptr @b)
  ret void

end:
  ret void
}

; The test is computed from the tag in several steps, and comes later.
define internal void @converted(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i64 [ 2, %one ], [ 3, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  br label %next

next:
  %bit = trunc i64 %tag to i1
  %known = freeze i1 %bit
  %wide = zext i1 %known to i32
  %is_less = icmp ult i32 %wide, 1
  %is_b = xor i1 %is_less, true
  br i1 %is_b, label %else, label %then

then:
  br label %later

later:
  %use = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %use, ptr @a)
  call void @assert_no_alias(ptr %use, ptr @b)
  ret void

else:
  ret void
}

; A phi uses another one where control leaves the block of its entry.
define internal void @joined(i1 %is_a) noinline optnone {
  br i1 %is_a, label %one, label %other

one:
  br label %join

other:
  br label %join

join:
  %tag = phi i1 [ true, %one ], [ false, %other ]
  %member = phi ptr [ @a, %one ], [ @b, %other ]
  br i1 %tag, label %end, label %else

else:
  br label %end

end:
  %either = phi ptr [ %member, %join ], [ @c, %else ]
  %use = getelementptr i8, ptr %either, i64 0
  call void @assert_no_alias(ptr %use, ptr @b)
  ret void
}

; Each outcome of the test sees its own entry: in an address, an argument, and a stored value.
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
  call void @only_a(ptr %member)
  store ptr %member, ptr @held
  %held = load ptr, ptr @held
  call void @assert_may_alias(ptr %held, ptr @a)
  call void @assert_no_alias(ptr %held, ptr @b)
  ret void

else:
  %second = getelementptr i8, ptr %member, i64 0
  call void @assert_may_alias(ptr %second, ptr @b)
  call void @assert_no_alias(ptr %second, ptr @a)
  ret void
}

define internal void @only_a(ptr %pointer) noinline optnone {
  call void @assert_may_alias(ptr %pointer, ptr @a)
  call void @assert_no_alias(ptr %pointer, ptr @b)
  ret void
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
  call void @assert_no_alias(ptr %now, ptr @a)
  %before = getelementptr i8, ptr %last, i64 0
  call void @assert_may_alias(ptr %before, ptr @a)
  call void @assert_no_alias(ptr %before, ptr @b)
  call void @assert_no_alias(ptr %before, ptr @c)
  ret void
}

declare void @assert_may_alias(ptr, ptr)
declare void @assert_no_alias(ptr, ptr)
