; FIND: ub %s
; RUN: ub %s --select possible-null-access,possible-division-by-zero
; FIND: ub %s --level inconsistent-null-check=deny --select undefined-behavior
; RUN: rule possible-null-access
;
; Every path from the branch in @each ends in undefined behaviour. On one path through @some, the pointer is null, and on
; another one through @checked. These rules are off unless they are selected by name or have a level. The pointer in
; @never is always null, and that in @accessed is not, as it was accessed before: control does not reach the loads in the
; blocks %use, and nothing is reported.

define i32 @each(i1 noundef %c, i32 noundef %n) {
  br i1 %c, label %one, label %other
one:
  %quotient = udiv i32 %n, 0
  ret i32 %quotient
other:
  %remainder = urem i32 %n, 0
  ret i32 %remainder
}

define i32 @calls(i1 noundef %c) {
  %result = call i32 @each(i1 %c, i32 1)
  ret i32 %result
}

declare void @opaque()

define i32 @some(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %set, label %use
set:
  call void @opaque()
  br label %use
use:
  %q = phi ptr [ null, %set ], [ %p, %0 ]
  %value = load i32, ptr %q
  ret i32 %value
}

define i32 @checked(ptr noundef %p) {
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %report, label %use
report:
  call void @opaque()
  br label %use
use:
  %value = load i32, ptr %p
  ret i32 %value
}

define i32 @never() {
  %p = alloca ptr
  store ptr null, ptr %p
  %q = load ptr, ptr %p
  %is.null = icmp eq ptr %q, null
  br i1 %is.null, label %end, label %use
use:
  %value = load i32, ptr %q
  ret i32 %value
end:
  ret i32 0
}

define i32 @accessed(ptr noundef %p) {
  %before = load i32, ptr %p
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %use, label %end
use:
  %value = load i32, ptr %p
  ret i32 %value
end:
  ret i32 %before
}
