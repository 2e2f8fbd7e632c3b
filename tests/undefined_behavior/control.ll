; Choices, loops, and what is known behind places that undefined values would not have passed.

; Poison only if the chosen value is; undef and poison of the condition count too.
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

; The counter starts well defined and stays so. The other one wraps, and that comes around.
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

; The branch would be undefined behavior if %c were undef or poison, and each call comes to it. So %c is
; neither: not even before.
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

; Here the call may not come back, so that what comes first is not spared. What comes behind is.
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

; A comparison with poison is poison, so the branch shows that %a is none. But undef may be less than 8 and
; not less: undef in some bits only may always be less, which passes.
; %a: undef argument %a
define void @compared(i32 %a) {
  %small = icmp ult i32 %a, 8
  br i1 %small, label %yes, label %no
yes:
  ret void
no:
  ret void
}

; %p + 4 is a place only if %p is one.
; %p: well-defined
; %q: well-defined
; %loaded: poison memory %loaded, undef memory %loaded
define i32 @address(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %loaded = load i32, ptr %q
  ret i32 %loaded
}

; A volatile store may not come back.
; %p: poison argument %p, undef argument %p
define void @volatile(ptr %p, ptr noundef %device) {
  store volatile i32 1, ptr %device
  store i32 0, ptr %p
  ret void
}

; Undef divided by something is undef, something divided by it is undefined behavior.
; #0: conditional zero, conditional poison, conditional undef
; #1: definite zero
; #2: definite undef
; #3: definite poison
; #4: nothing
; #5: conditional zero
; The least number and -1:
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

; What is poison in each execution is undefined behavior in each execution.
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
