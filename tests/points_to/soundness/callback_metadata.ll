; A function without a body whose `!callback` metadata describes its calls.
; NOT EXECUTED: the function has no definition.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0

declare !callback !0 void @broker(ptr nocapture readnone, i32, ptr nocapture readnone, ...)

define internal void @callback(ptr %p, ptr %q) {
  call void @assert_may_alias(ptr %p, ptr @a)
  ret void
}

define i32 @main() {
  call void (ptr, i32, ptr, ...) @broker(ptr @callback, i32 1, ptr @a)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

!0 = !{!1}
!1 = !{i64 0, i64 2, i64 -1, i1 true}
