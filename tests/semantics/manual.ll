; The transformations in LLVM's "Undefined Behavior Manual", with a few bits instead of 32.

; "Immediate UB": the branch is removed and the division executed speculatively.
; refines: no under llvm and value-wise, from the manual, "Immediate UB": f(false, 0) returned 0
; because: %c = 0, %v = 0: undefined behaviour
define i3 @hoist-division.src(i1 noundef %c, i3 noundef %v) {
  br i1 %c, label %then, label %else
then:
  %div = udiv i3 3, %v
  br label %ret
else:
  br label %ret
ret:
  %r = phi i3 [ %div, %then ], [ 0, %else ]
  ret i3 %r
}
define i3 @hoist-division.tgt(i1 noundef %c, i3 noundef %v) {
  %div = udiv i3 3, %v
  %r = select i1 %c, i3 %div, i3 0
  ret i3 %r
}

; It is correct if the divisor is known not to be 0.
; refines: yes under llvm and value-wise, from the manual, "Immediate UB": "only … if we are sure"
define i3 @hoist-safe-division.src(i1 %c, i3 noundef range(i3 1, 0) %v) {
  br i1 %c, label %then, label %else
then:
  %div = udiv i3 3, %v
  br label %ret
else:
  br label %ret
ret:
  %r = phi i3 [ %div, %then ], [ 0, %else ]
  ret i3 %r
}
define i3 @hoist-safe-division.tgt(i1 %c, i3 noundef range(i3 1, 0) %v) {
  %div = udiv i3 3, %v
  %r = select i1 %c, i3 %div, i3 0
  ret i3 %r
}

; "Time Travel": printf always returns, so it need not be called before undefined behaviour.
; refines: yes under llvm and value-wise, from the manual, "Time Travel"
define void @time-travel.src() {
  call void @print() nounwind willreturn
  unreachable
}
define void @time-travel.tgt() {
  unreachable
}

; If it may not return, the code after it may not run.
; refines: no under llvm and value-wise, from the manual, "Time Travel": "know that it will always return"
define void @no-time-travel.src() {
  call void @print()
  unreachable
}
define void @no-time-travel.tgt() {
  unreachable
}

; "Deferred UB": a shift by too much is poison; a masked amount is never too large.
; equals: yes under llvm and value-wise, from the manual, "Deferred UB"
define i4 @shift-too-far.src() {
  %r = shl i4 1, 4
  ret i4 %r
}
define i4 @shift-too-far.tgt() {
  ret i4 poison
}

; Never poison if the operands are not, so a freeze is redundant.
; equals: yes under llvm and value-wise, from the manual, "Deferred UB"
define i4 @shift-masked.src(i4 noundef %a, i4 noundef %b) {
  %mask = and i4 %b, 3
  %shift = shl i4 %a, %mask
  ret i4 %shift
}
define noundef i4 @shift-masked.tgt(i4 noundef %a, i4 noundef %b) {
  %mask = and i4 %b, 3
  %shift = shl i4 %a, %mask
  ret i4 %shift
}

; "Undef Values": the result of the second addition may be odd.
; equals: yes under llvm, from the manual, "Undef Values"
define i4 @add-undef-twice.src() {
  %add = add i4 undef, 0
  %ret = add i4 %add, %add
  ret i4 %ret
}
define i4 @add-undef-twice.tgt() {
  ret i4 undef
}

; A multiplication by 2 is even, but an addition of undef to itself may be odd.
; refines: no under llvm, yes under value-wise, from the manual, "Undef Values"; the thesis has no undef
; because: %v = undef
define i4 @mul-to-add.src(i4 %v) {
  %mul2 = mul i4 %v, 2
  ret i4 %mul2
}
define i4 @mul-to-add.tgt(i4 %v) {
  %mul2 = add i4 %v, %v
  ret i4 %mul2
}

; With a freeze, it is correct.
; refines: yes under llvm and value-wise, from the manual, "The Freeze Instruction"
define i4 @mul-to-add-frozen.src(i4 %v) {
  %mul2 = mul i4 %v, 2
  ret i4 %mul2
}
define i4 @mul-to-add-frozen.tgt(i4 %v) {
  %w = freeze i4 %v
  %mul2 = add i4 %w, %w
  ret i4 %mul2
}

; The reverse is correct.
; refines: yes under llvm and value-wise, from the manual, "Undef Values"
define i4 @add-to-mul.src(i4 %v) {
  %mul2 = add i4 %v, %v
  ret i4 %mul2
}
define i4 @add-to-mul.tgt(i4 %v) {
  %mul2 = mul i4 %v, 2
  ret i4 %mul2
}

; udiv %x, undef is UB, because undef may be 0.
; equals: yes under llvm and value-wise, from the manual, "Undef Values"
define i4 @divide-by-undef.src(i4 %x) {
  %r = udiv i4 %x, undef
  ret i4 %r
}
define i4 @divide-by-undef.tgt(i4 %x) {
  unreachable
}

; "Poison Values": the overflow of the first addition makes both results poison.
; equals: yes under llvm and value-wise, from the manual, "Poison Values"
define i4 @poison-taints.src() {
  %add = add nsw i4 7, 1
  %ret = add nsw i4 %add, -8
  ret i4 %ret
}
define i4 @poison-taints.tgt() {
  ret i4 poison
}

; "can be replaced with any value of type": undef.
; refines: yes under llvm and value-wise, from the manual, "Poison Values"
define i4 @poison-to-undef.src() {
  ret i4 poison
}
define i4 @poison-to-undef.tgt() {
  ret i4 undef
}

; refines: yes under llvm and value-wise, from the manual, "Poison Values"
define i4 @poison-to-frozen.src() {
  ret i4 poison
}
define i4 @poison-to-frozen.tgt() {
  %r = freeze i4 poison
  ret i4 %r
}

; The lattice: each step to the right is correct, no step to the left is.
; refines: no under llvm, yes under value-wise, from the manual, "Summary"; value-wise, undef is poison
define i4 @undef-to-poison.src() {
  ret i4 undef
}
define i4 @undef-to-poison.tgt() {
  ret i4 poison
}

; refines: no under llvm and value-wise, from the manual, "Summary"
define { i4, i4 } @frozen-to-undef.src() {
  %f = freeze i4 undef
  %s = insertvalue { i4, i4 } poison, i4 %f, 0
  %t = insertvalue { i4, i4 } %s, i4 %f, 1
  ret { i4, i4 } %t
}
define { i4, i4 } @frozen-to-undef.tgt() {
  ret { i4, i4 } undef
}

; refines: yes under llvm and value-wise, from the manual, "Summary"
define { i4, i4 } @undef-to-frozen.src() {
  ret { i4, i4 } undef
}
define { i4, i4 } @undef-to-frozen.tgt() {
  %f = freeze i4 undef
  %s = insertvalue { i4, i4 } poison, i4 %f, 0
  %t = insertvalue { i4, i4 } %s, i4 %f, 1
  ret { i4, i4 } %t
}

; refines: yes under llvm and value-wise, from the manual, "Summary"
define i4 @frozen-to-concrete.src() {
  %f = freeze i4 poison
  ret i4 %f
}
define i4 @frozen-to-concrete.tgt() {
  ret i4 5
}

; refines: no under llvm and value-wise, from the manual, "Summary"
define i4 @concrete-to-frozen.src() {
  ret i4 5
}
define i4 @concrete-to-frozen.tgt() {
  %f = freeze i4 poison
  ret i4 %f
}

; refines: yes under llvm and value-wise, from the manual, "Summary"
define i4 @ub-to-poison.src() {
  unreachable
}
define i4 @ub-to-poison.tgt() {
  ret i4 poison
}

; refines: no under llvm and value-wise, from the manual, "Summary"
define i4 @poison-to-ub.src() {
  ret i4 poison
}
define i4 @poison-to-ub.tgt() {
  unreachable
}

; "Propagation of Poison Through Select": incorrect if only %y is poison.
; refines: no under llvm and value-wise, from the manual, "Propagation of Poison Through Select"
; because: %x = 0, %y = poison
define i1 @select-to-and.src(i3 %x, i3 %y) {
  %cmp1 = icmp ne i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %and = select i1 %cmp1, i1 %cmp2, i1 false
  ret i1 %and
}
define i1 @select-to-and.tgt(i3 %x, i3 %y) {
  %cmp1 = icmp ne i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %and = and i1 %cmp1, %cmp2
  ret i1 %and
}

; With swapped operands, the condition contains all of them.
; refines: yes under llvm and value-wise, from the manual, "Propagation of Poison Through Select"
define i1 @swapped-select-to-and.src(i3 %x, i3 %y) {
  %cmp1 = icmp ne i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %and = select i1 %cmp2, i1 %cmp1, i1 false
  ret i1 %and
}
define i1 @swapped-select-to-and.tgt(i3 %x, i3 %y) {
  %cmp1 = icmp ne i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %and = and i1 %cmp1, %cmp2
  ret i1 %and
}

; The same with or.
; refines: no under llvm and value-wise, from the manual, "Propagation of Poison Through Select", by duality
; because: %x = 0, %y = poison
define i1 @select-to-or.src(i3 %x, i3 %y) {
  %cmp1 = icmp eq i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %or = select i1 %cmp1, i1 true, i1 %cmp2
  ret i1 %or
}
define i1 @select-to-or.tgt(i3 %x, i3 %y) {
  %cmp1 = icmp eq i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %or = or i1 %cmp1, %cmp2
  ret i1 %or
}

; refines: yes under llvm and value-wise, from the manual, "Propagation of Poison Through Select", by duality
define i1 @swapped-select-to-or.src(i3 %x, i3 %y) {
  %cmp1 = icmp eq i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %or = select i1 %cmp2, i1 true, i1 %cmp1
  ret i1 %or
}
define i1 @swapped-select-to-or.tgt(i3 %x, i3 %y) {
  %cmp1 = icmp eq i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %or = or i1 %cmp1, %cmp2
  ret i1 %or
}

; A freeze of the second operand makes the original order correct.
; refines: yes under llvm and value-wise, from the manual, "The Freeze Instruction"
define i1 @select-to-and-frozen.src(i3 %x, i3 %y) {
  %cmp1 = icmp ne i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %and = select i1 %cmp1, i1 %cmp2, i1 false
  ret i1 %and
}
define i1 @select-to-and-frozen.tgt(i3 %x, i3 %y) {
  %cmp1 = icmp ne i3 %x, 0
  %cmp2 = icmp ugt i3 %x, %y
  %frozen = freeze i1 %cmp2
  %and = and i1 %cmp1, %frozen
  ret i1 %and
}

; The change from and to select is correct.
; refines: yes under llvm and value-wise, from the manual, "Propagation of Poison Through Select"
define i1 @and-to-select.src(i1 %a, i1 %b) {
  %and = and i1 %a, %b
  ret i1 %and
}
define i1 @and-to-select.tgt(i1 %a, i1 %b) {
  %and = select i1 %a, i1 %b, i1 false
  ret i1 %and
}

; "The Freeze Instruction": unswitching. The loop is executed %n times, at most three times here.
; refines: no under llvm and value-wise, yes under branch-choice, from the manual, "The Freeze Instruction"
; because: %n = 0, %c = poison
define void @unswitch.src(i2 noundef %n, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i2 [ 0, %entry ], [ %i2, %loop.end ]
  %cond = icmp ult i2 %i, %n
  br i1 %cond, label %loop.cont, label %exit
loop.cont:
  br i1 %c, label %then, label %else
then:
  call void @foo(i2 %i) nounwind willreturn
  br label %loop.end
else:
  call void @bar(i2 %i) nounwind willreturn
  br label %loop.end
loop.end:
  %i2 = add i2 %i, 1
  br label %loop
exit:
  ret void
}
define void @unswitch.tgt(i2 noundef %n, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  %i = phi i2 [ 0, %entry ], [ %i2, %then.cont ]
  %cond = icmp ult i2 %i, %n
  br i1 %cond, label %then.cont, label %exit
then.cont:
  call void @foo(i2 %i) nounwind willreturn
  %i2 = add i2 %i, 1
  br label %then
else:
  %i3 = phi i2 [ 0, %entry ], [ %i4, %else.cont ]
  %cond2 = icmp ult i2 %i3, %n
  br i1 %cond2, label %else.cont, label %exit
else.cont:
  call void @bar(i2 %i3) nounwind willreturn
  %i4 = add i2 %i3, 1
  br label %else
exit:
  ret void
}

; With a freeze, it is correct.
; refines: yes under llvm and value-wise, from the manual, "The Freeze Instruction"
define void @unswitch-frozen.src(i2 noundef %n, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i2 [ 0, %entry ], [ %i2, %loop.end ]
  %cond = icmp ult i2 %i, %n
  br i1 %cond, label %loop.cont, label %exit
loop.cont:
  br i1 %c, label %then, label %else
then:
  call void @foo(i2 %i) nounwind willreturn
  br label %loop.end
else:
  call void @bar(i2 %i) nounwind willreturn
  br label %loop.end
loop.end:
  %i2 = add i2 %i, 1
  br label %loop
exit:
  ret void
}
define void @unswitch-frozen.tgt(i2 noundef %n, i1 %c) {
entry:
  %c2 = freeze i1 %c
  br i1 %c2, label %then, label %else
then:
  %i = phi i2 [ 0, %entry ], [ %i2, %then.cont ]
  %cond = icmp ult i2 %i, %n
  br i1 %cond, label %then.cont, label %exit
then.cont:
  call void @foo(i2 %i) nounwind willreturn
  %i2 = add i2 %i, 1
  br label %then
else:
  %i3 = phi i2 [ 0, %entry ], [ %i4, %else.cont ]
  %cond2 = icmp ult i2 %i3, %n
  br i1 %cond2, label %else.cont, label %exit
else.cont:
  call void @bar(i2 %i3) nounwind willreturn
  %i4 = add i2 %i3, 1
  br label %else
exit:
  ret void
}

; If the loop is always entered, it is correct without a freeze.
; refines: yes under llvm and value-wise, from the manual, "The Freeze Instruction": only %n = 0 is wrong
define void @unswitch-entered.src(i2 noundef range(i2 1, 0) %n, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i2 [ 0, %entry ], [ %i2, %loop.end ]
  %cond = icmp ult i2 %i, %n
  br i1 %cond, label %loop.cont, label %exit
loop.cont:
  br i1 %c, label %then, label %else
then:
  call void @foo(i2 %i) nounwind willreturn
  br label %loop.end
else:
  call void @bar(i2 %i) nounwind willreturn
  br label %loop.end
loop.end:
  %i2 = add i2 %i, 1
  br label %loop
exit:
  ret void
}
define void @unswitch-entered.tgt(i2 noundef range(i2 1, 0) %n, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  %i = phi i2 [ 0, %entry ], [ %i2, %then.cont ]
  %cond = icmp ult i2 %i, %n
  br i1 %cond, label %then.cont, label %exit
then.cont:
  call void @foo(i2 %i) nounwind willreturn
  %i2 = add i2 %i, 1
  br label %then
else:
  %i3 = phi i2 [ 0, %entry ], [ %i4, %else.cont ]
  %cond2 = icmp ult i2 %i3, %n
  br i1 %cond2, label %else.cont, label %exit
else.cont:
  call void @bar(i2 %i3) nounwind willreturn
  %i4 = add i2 %i3, 1
  br label %else
exit:
  ret void
}

; "Writing Tests Without Undefined Behavior": udiv i8 %a, poison is immediate UB, so a test with it shows nothing: any
; transformation of it is correct.
; equals: yes under llvm and value-wise, from the manual, "Writing Tests Without Undefined Behavior"
define i3 @divide-by-poison.src(i3 %a) {
  %div = udiv i3 %a, poison
  ret i3 %div
}
define i3 @divide-by-poison.tgt(i3 %a) {
  unreachable
}

; With a dummy argument instead, it is not UB.
; refines: no under llvm and value-wise, from the manual, "Writing Tests Without Undefined Behavior"
define i3 @divide-by-dummy.src(i3 %a, i3 %dummy) {
  %div = udiv i3 %a, %dummy
  ret i3 %div
}
define i3 @divide-by-dummy.tgt(i3 %a, i3 %dummy) {
  unreachable
}

declare void @print()
declare void @foo(i2)
declare void @bar(i2)
