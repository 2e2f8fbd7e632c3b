; Pointers that differ from another one only here, only now, or only sometimes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@table = internal constant [3 x ptr] [ptr @a, ptr @b, ptr @b]

; The program runs without arguments, so the count is 1.
define i32 @main(i32 %count, ptr %arguments) {
entry:
  %one = alloca ptr
  %two = alloca ptr
  store ptr @a, ptr %one
  store ptr @b, ptr %two
  %is.one = icmp eq i32 %count, 1
  br label %loop

; The previous entry of the table differs from the current one, but it has been the current one.
loop:
  %round = phi i64 [ 0, %entry ], [ %next, %again ]
  %previous = phi ptr [ null, %entry ], [ %current, %again ]
  %previous.place = phi ptr [ null, %entry ], [ %place, %again ]
  %place = getelementptr inbounds [3 x ptr], ptr @table, i64 0, i64 %round
  %current = load ptr, ptr %place
  %differs = icmp ne ptr %previous, %current
  %is.second = icmp eq i64 %round, 1
  br i1 %differs, label %different, label %again

different:
  br i1 %is.second, label %second, label %again

second:
  call void @assert_may_alias(ptr %previous, ptr @a)
  %is.moved = icmp eq ptr %previous.place, %place
  br i1 %is.moved, label %again, label %moved

moved:
  %before = load ptr, ptr %previous.place
  call void @assert_may_alias(ptr %before, ptr @a)
  br label %again

again:
  %next = add i64 %round, 1
  %is.done = icmp eq i64 %next, 3
  br i1 %is.done, label %after, label %loop

; What equals the pointer after the test, what is used before it, and what is used on both ways.
after:
  %chosen = select i1 %is.one, ptr %one, ptr %two
  %early = load ptr, ptr %chosen
  %is.equal = icmp eq ptr %chosen, %one
  call void @assert_may_alias(ptr %early, ptr @a)
  br i1 %is.equal, label %equal, label %unequal

equal:
  %here = load ptr, ptr %chosen
  call void @assert_may_alias(ptr %here, ptr @a)
  br label %joined

unequal:
  br label %joined

joined:
  %there = load ptr, ptr %chosen
  call void @assert_may_alias(ptr %there, ptr @a)

; Another value of the phi may be the same pointer.
  %copy = getelementptr i8, ptr %one, i64 0
  %same = select i1 %is.one, ptr %copy, ptr %two
  %again.same = select i1 %is.one, ptr %same, ptr %one
  %is.two = icmp eq ptr %again.same, %two
  br i1 %is.two, label %end, label %not.two

not.two:
  %left = load ptr, ptr %again.same
  call void @assert_may_alias(ptr %left, ptr @a)
  br label %end

end:
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
