; Choices, loops, and values that are known after places which undefined values do not pass.

; Poison only if the chosen value is; undef and poison of the condition spread as well.
; %chosen: poison nsw %wraps
; %by.any: poison argument %any, undef argument %any
; %known: well-defined
define void @selects(i1 noundef %c, i1 %any, i32 noundef %a) {
  %wraps = add nsw i32 %a, 1
  %chosen = select i1 %c, i32 %a, i32 %wraps
  %by.any = select i1 %any, i32 %a, i32 1
  %known = select i1 true, i32 %a, i32 %wraps
  ret void
}

; The counter starts well defined and remains so. The other one may wrap, and the phi is poison in the next iteration.
; %i: well-defined
; %next: well-defined
; %j: poison nsw %following
define void @loop(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = phi i32 [ 0, %entry ], [ %following, %loop ]
  %next = add i32 %i, 1
  %following = add nsw i32 %j, 1
  %goes = icmp ult i32 %next, %n
  br i1 %goes, label %loop, label %exit
exit:
  ret void
}

; The branch would be undefined behaviour if %c were undef or poison, and each call reaches it. So %c is neither, even
; before the branch.
; %c: well-defined
; %copy: well-defined
; #1: conditional poison, conditional undef
define void @branch(i1 %c) {
  %copy = xor i1 %c, true
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  ret void
}

; Here the call may not return, so the values before it may be undefined. Those after the branch are not.
; %c: poison argument %c, undef argument %c
; %before: poison argument %c, undef argument %c
; %behind: well-defined
define void @behind(i1 %c) {
  %before = xor i1 %c, true
  call void @may.not.come.back()
  br i1 %c, label %yes, label %no
yes:
  %behind = xor i1 %c, true
  ret void
no:
  ret void
}

; A comparison with poison is poison, so the branch shows that %a is not poison. But undef may be less than 8 or not: a
; value with only some undef bits may always be less, which passes.
; %a: undef argument %a
define void @compared(i32 %a) {
  %small = icmp ult i32 %a, 8
  br i1 %small, label %yes, label %no
yes:
  ret void
no:
  ret void
}

; The memory at %p + 4 is accessible only if %p is well defined.
; %p: well-defined
; %q: well-defined
; %loaded: poison memory %loaded, undef memory %loaded
define i32 @address(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %loaded = load i32, ptr %q
  ret i32 %loaded
}

; A volatile store may not return.
; %p: poison argument %p, undef argument %p
define void @volatile(ptr %p, ptr noundef %device) {
  store volatile i32 1, ptr %device
  store i32 0, ptr %p
  ret void
}

; Division of undef is undef; division by undef is undefined behaviour.
; #0: conditional zero, conditional poison, conditional undef
; #1: definite zero
; #2: definite undef
; #3: definite poison
; #4: nothing
; #5: conditional zero
; The smallest integer divided by -1:
; #6: definite overflow
; #7: conditional overflow
define void @divisions(i32 %any, i32 noundef %a) {
  %r0 = udiv i32 %a, %any
  %r1 = urem i32 %a, 0
  %r2 = udiv i32 %a, undef
  %r3 = sdiv i32 %a, poison
  %r4 = udiv i32 undef, 3
  %r5 = udiv i32 %a, %a
  %r6 = sdiv i32 -2147483648, -1
  %r7 = srem i32 %a, -1
  ret void
}

; A value that is poison in each execution is certain undefined behaviour.
; %far: poison shift_amount %far
; #2: definite poison
; #4: definite null
; #5: definite undef
; #6: definite undef
define void @definite(i32 noundef %a, i1 noundef %c) {
  %far = shl i32 %a, 40
  br i1 %c, label %one, label %other
one:
  %by = udiv i32 1, %far
  ret void
other:
  %null = load i32, ptr null
  store i32 0, ptr undef
  call void undef()
  ret void
}

declare void @may.not.come.back()

declare void @opaque()

; Both ways divide by zero.
; #0: definite path
define i32 @each.way(i1 noundef %c, i32 noundef %n) {
  br i1 %c, label %one, label %other
one:
  %d = udiv i32 %n, 0
  ret i32 %d
other:
  br label %more
more:
  %e = urem i32 %n, 0
  ret i32 %e
}

; One way only loops: it does not end in undefined behaviour.
; #0: nothing
define i32 @one.loops(i1 noundef %c, i32 noundef %n) {
  br i1 %c, label %one, label %one
one:
  br i1 %c, label %one, label %other
other:
  %e = urem i32 %n, 0
  ret i32 %e
}

; @opaque may not return.
; #0: nothing
define i32 @may.stop(i1 noundef %c, i32 noundef %n) {
  br i1 %c, label %one, label %other
one:
  call void @opaque()
  %d = udiv i32 %n, 0
  ret i32 %d
other:
  %e = urem i32 %n, 0
  ret i32 %e
}

; The first branch is reported, not the second, which is only reached from it.
; #0: definite path
; #1: nothing
define i32 @first.only(i1 noundef %c, i1 noundef %d, i32 noundef %n) {
  br i1 %c, label %one, label %other
one:
  br i1 %d, label %other, label %third
other:
  %e = urem i32 %n, 0
  ret i32 %e
third:
  %f = udiv i32 %n, 0
  ret i32 %f
}

; `unreachable` alone states that control does not come there.
; #0: nothing
define i32 @only.unreachable(i1 noundef %c) {
  br i1 %c, label %one, label %other
one:
  unreachable
other:
  unreachable
}

; The cases cover all numbers that the argument can be, so control never continues at %other.
; #0: definite path
define i32 @each.case(i32 noundef range(i32 1, 3) %n) {
  switch i32 %n, label %other [ i32 1, label %one
    i32 2, label %two ]
one:
  %d = udiv i32 %n, 0
  ret i32 %d
two:
  %e = urem i32 %n, 0
  ret i32 %e
other:
  ret i32 0
}

; 3 is not covered.
; #0: nothing
define i32 @some.cases(i32 noundef range(i32 1, 4) %n) {
  switch i32 %n, label %other [ i32 1, label %one
    i32 2, label %two ]
one:
  %d = udiv i32 %n, 0
  ret i32 %d
two:
  %e = urem i32 %n, 0
  ret i32 %e
other:
  ret i32 0
}

; Every call of @each.way ends in undefined behaviour.
; #0: definite call
define i32 @calls.it(i1 noundef %c) {
  %r = call i32 @each.way(i1 %c, i32 1)
  ret i32 %r
}

; The linker may replace @weak.
; #0: nothing
define i32 @calls.weak() {
  %r = call i32 @weak()
  ret i32 %r
}

define weak i32 @weak() {
  %e = urem i32 1, 0
  ret i32 %e
}
