; Stack variables whose address does not escape are analysed in the order of execution.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0
@zero = weak global i32 0

define i32 @main() {
entry:
  %once = alloca ptr
  %variable = alloca ptr
  %pair = alloca { ptr, ptr }
  %reread = alloca ptr
  %kept = alloca ptr
  %cell = alloca ptr
  store ptr @a, ptr %once
  store ptr @a, ptr %variable
  %before = load ptr, ptr %variable
  store ptr @b, ptr %variable
  %after = load ptr, ptr %variable
  call void @assert_may_alias(ptr %before, ptr @a)
  call void @assert_no_alias(ptr %before, ptr @b)
  call void @assert_no_alias(ptr %after, ptr @a)
  ; Both paths are joined, and null does not point to anything.
  %number = load volatile i32, ptr @zero
  %is_zero = icmp eq i32 %number, 0
  br i1 %is_zero, label %then, label %else

then:
  store ptr @c, ptr %variable
  store { ptr, ptr } { ptr @a, ptr @b }, ptr %pair
  br label %join

else:
  store ptr null, ptr %variable
  store { ptr, ptr } { ptr @a, ptr @c }, ptr %pair
  br label %join

join:
  %joined = load ptr, ptr %variable
  call void @assert_may_alias(ptr %joined, ptr @c)
  call void @assert_no_alias(ptr %joined, ptr @b)
  %both = load { ptr, ptr }, ptr %pair
  %first = extractvalue { ptr, ptr } %both, 0
  %second = extractvalue { ptr, ptr } %both, 1
  call void @assert_may_alias(ptr %second, ptr @b)
  call void @assert_no_alias(ptr %first, ptr @b)
  call void @assert_no_alias(ptr %second, ptr @a)
  %held = load ptr, ptr %once
  call void @assert_no_alias(ptr %held, ptr @c)
  store ptr @a, ptr %variable
  br label %loop

; The second iteration reads what the first one has stored.
loop:
  %round = phi i32 [ 0, %join ], [ 1, %loop ]
  %found = load ptr, ptr %variable
  store ptr %found, ptr %reread
  store ptr @b, ptr %variable
  %is_last = icmp eq i32 %round, 1
  br i1 %is_last, label %done, label %loop

done:
  %last = load ptr, ptr %reread
  call void @assert_may_alias(ptr %last, ptr @b)
  call void @assert_no_alias(ptr %last, ptr @c)
  ; The variable may change through its address.
  store ptr %kept, ptr %cell
  store ptr @a, ptr %kept
  %address = load ptr, ptr %cell
  store ptr @c, ptr %address
  %changed = load ptr, ptr %kept
  call void @assert_may_alias(ptr %changed, ptr @c)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
