; A pointer that was compared with the end of a container, and differs from it, does not point to the end. The end is a
; part of the container, next to its other members.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%set = type { i64, ptr, ptr }

@a = internal global i32 0
@b = internal global i32 0

; The program runs without arguments, so the count is 1.
define i32 @main(i32 %count, ptr %arguments) {
entry:
  %set = alloca %set
  %node = alloca [2 x ptr]
  %end = getelementptr inbounds i8, ptr %set, i64 8
  store ptr @a, ptr %end
  store ptr @b, ptr %node
  %is.empty = icmp sgt i32 %count, 1
  br i1 %is.empty, label %join, label %loop

; The last node that was visited, or the end: it goes through a phi and a select.
loop:
  %last = phi ptr [ %end, %entry ], [ %chosen, %loop ]
  %round = phi i32 [ 0, %entry ], [ %next, %loop ]
  %visits = icmp eq i32 %round, 1
  %chosen = select i1 %visits, ptr %node, ptr %last
  %next = add i32 %round, 1
  %is.done = icmp eq i32 %next, 3
  br i1 %is.done, label %join, label %loop

join:
  %found = phi ptr [ %end, %entry ], [ %chosen, %loop ]
  %is.end = icmp eq ptr %found, %end
  br i1 %is.end, label %out, label %use

use:
  %value = load ptr, ptr %found
  call void @assert_no_alias(ptr %value, ptr @a)
  call void @assert_may_alias(ptr %value, ptr @b)
  br label %out

; The comparison has the end first, and the edge after it leads directly to another phi.
out:
  %kept = phi ptr [ %node, %join ], [ %found, %use ]
  %other.end = getelementptr inbounds i8, ptr %set, i64 16
  store ptr @a, ptr %other.end
  %other = select i1 %is.end, ptr %other.end, ptr %node
  %differs = icmp ne ptr %other.end, %other
  br i1 %differs, label %after, label %no

no:
  br label %after

after:
  %element = phi ptr [ %other, %out ], [ %kept, %no ]
  %content = load ptr, ptr %element
  call void @assert_no_alias(ptr %content, ptr @a)
  call void @assert_may_alias(ptr %content, ptr @b)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
