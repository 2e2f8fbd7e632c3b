; Arguments and results of functions.

; All callers are known, and pass no undefined argument for %x.
; %x: well-defined
; %y: poison argument %y
define internal i32 @callee(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  ret i32 %sum
}

; The sum may be poison, because @callee may return its argument.
; %poisoned: poison call %poisoned
; %defined: well-defined
define void @caller(i32 noundef %a) {
  %wraps = add nsw i32 %a, 1
  %poisoned = call i32 @callee(i32 %a, i32 %wraps)
  %defined = call i32 @constant()
  ret void
}

define i32 @constant() {
  ret i32 7
}

; The address of the function escapes, so it may be called with any argument.
; %x: poison argument %x, undef argument %x
define internal void @taken(i32 %x) {
  ret void
}
@table = global ptr @taken

; A definition from the same source that is less defined may replace this one.
; %weak: poison call %weak, undef call %weak
; %promised: well-defined
; %ranged: poison attribute %ranged, undef call %ranged
; %unknown: poison call %unknown, undef call %unknown
define void @returns() {
  %weak = call i32 @weak()
  %promised = call noundef i32 @unknown()
  %ranged = call range(i32 0, 10) i32 @unknown()
  %unknown = call i32 @unknown()
  ret void
}

define weak i32 @weak() {
  ret i32 7
}

; Undefined arguments would be undefined behaviour, and the call is always reached.
; %x: well-defined
; #0: conditional poison, conditional undef
; #1: definite poison
define void @arguments(i32 %x) {
  call void @needs(i32 %x)
  call void @needs(i32 poison)
  ret void
}

; A result with a promise.
; %x: well-defined
; #0: conditional poison, conditional undef
define noundef i32 @result(i32 %x) {
  ret i32 %x
}

; A recursion whose arguments are never undefined.
; %n: well-defined
; %more: well-defined
define internal i32 @recursive(i32 %n) {
  %next = add i32 %n, 1
  %more = call i32 @recursive(i32 %next)
  ret i32 %more
}

define i32 @start() {
  %r = call i32 @recursive(i32 0)
  ret i32 %r
}

; The bundle promises that %x is defined, as `noundef` does; the condition must hold.
; %x: well-defined
; #0: conditional poison, conditional undef
; #1: conditional zero, conditional poison, conditional undef
define void @assumes(i32 %x, i1 %c) {
  call void @llvm.assume(i1 true) [ "noundef"(i32 %x) ]
  call void @llvm.assume(i1 %c)
  ret void
}

declare i32 @unknown()
declare void @needs(i32 noundef)
declare void @llvm.assume(i1)

; The fourth call of @count.down divides by zero.
; #0: definite call
define i32 @counts.down() {
  %r = call i32 @count.down(i32 3)
  ret i32 %r
}

define internal i32 @count.down(i32 noundef %n) {
  %less = sub i32 %n, 1
  %is.last = icmp eq i32 %n, 0
  br i1 %is.last, label %last, label %more
last:
  %d = udiv i32 1, %n
  ret i32 %d
more:
  %r = call i32 @count.down(i32 %less)
  ret i32 %r
}
