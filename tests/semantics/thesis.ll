; The transformations in the thesis on value-wise poison: sections 2.3 and 3, with a few bits.

; Section 2.3.1: a + b > a becomes b > 0, because an overflow is poison.
; refines: yes under llvm and value-wise, from the thesis, section 2.3.1
define i1 @overflow-poison.src(i3 %a, i3 %b) {
  %sum = add nsw i3 %a, %b
  %r = icmp sgt i3 %sum, %a
  ret i1 %r
}
define i1 @overflow-poison.tgt(i3 %a, i3 %b) {
  %r = icmp sgt i3 %b, 0
  ret i1 %r
}

; If the overflow were only undef, this would be incorrect: nothing is greater than the maximum.
; refines: no under llvm, from the thesis, section 2.3.1: a = INT_MAX, b = 1
; because: %a = 3, %b = 1
define i1 @overflow-undef.src(i3 noundef range(i3 3, -4) %a, i3 noundef range(i3 1, 2) %b) {
  %both = call { i3, i1 } @llvm.sadd.with.overflow.i3(i3 %a, i3 %b)
  %wrapped = extractvalue { i3, i1 } %both, 0
  %overflows = extractvalue { i3, i1 } %both, 1
  %sum = select i1 %overflows, i3 undef, i3 %wrapped
  %r = icmp sgt i3 %sum, %a
  ret i1 %r
}
define i1 @overflow-undef.tgt(i3 noundef range(i3 3, -4) %a, i3 noundef range(i3 1, 2) %b) {
  %r = icmp sgt i3 %b, 0
  ret i1 %r
}

; Section 2.3.1: 1/k is hoisted out of the loop, after the test that k is not 0. Here the loop is executed at most once.
; With undef, it is incorrect if a branch on undef may go anywhere, because each use of k may have another value;
; because branches on undef are UB, it is correct.
; refines: yes under llvm and value-wise, no under llvm-branch-choice, from the thesis, section 2.3.1
; because: %k = undef
define void @hoist-from-loop.src(i3 %k, i1 noundef %c) {
  %t = icmp ne i3 %k, 0
  br i1 %t, label %head, label %end
head:
  br i1 %c, label %body, label %end
body:
  %m = udiv i3 1, %k
  call void @use(i3 %m) nounwind willreturn
  br label %end
end:
  ret void
}
define void @hoist-from-loop.tgt(i3 %k, i1 noundef %c) {
  %t = icmp ne i3 %k, 0
  br i1 %t, label %head, label %end
head:
  %m = udiv i3 1, %k
  br i1 %c, label %body, label %end
body:
  call void @use(i3 %m) nounwind willreturn
  br label %end
end:
  ret void
}

; Section 2.3.2: loop unswitching, of a loop that is executed at most once. It is correct only if a branch on poison may
; go anywhere.
; refines: no under llvm and value-wise, yes under branch-choice, from the thesis, section 2.3.2
; because: %c = 0, %c2 = poison
define void @unswitch.src(i1 noundef %c, i1 %c2) {
  br i1 %c, label %body, label %end
body:
  br i1 %c2, label %foo, label %bar
foo:
  call void @foo() nounwind willreturn
  br label %end
bar:
  call void @bar() nounwind willreturn
  br label %end
end:
  ret void
}
define void @unswitch.tgt(i1 noundef %c, i1 %c2) {
  br i1 %c2, label %first, label %second
first:
  br i1 %c, label %foo, label %end
foo:
  call void @foo() nounwind willreturn
  br label %end
second:
  br i1 %c, label %bar, label %end
bar:
  call void @bar() nounwind willreturn
  br label %end
end:
  ret void
}

; Section 3.2.1: with a freeze, it is correct.
; refines: yes under llvm and value-wise, from the thesis, section 3.2.1
define void @unswitch-frozen.src(i1 noundef %c, i1 %c2) {
  br i1 %c, label %body, label %end
body:
  br i1 %c2, label %foo, label %bar
foo:
  call void @foo() nounwind willreturn
  br label %end
bar:
  call void @bar() nounwind willreturn
  br label %end
end:
  ret void
}
define void @unswitch-frozen.tgt(i1 noundef %c, i1 %c2) {
  %frozen = freeze i1 %c2
  br i1 %frozen, label %first, label %second
first:
  br i1 %c, label %foo, label %end
foo:
  call void @foo() nounwind willreturn
  br label %end
second:
  br i1 %c, label %bar, label %end
bar:
  call void @bar() nounwind willreturn
  br label %end
end:
  ret void
}

; Section 2.3.2: global value numbering, which requires that a branch on poison is UB.
; refines: yes under llvm and value-wise, no under branch-choice, from the thesis, section 2.3.2
; because: %y = poison
define void @value-numbering.src(i3 %x, i3 %y) {
  %t = add i3 %x, 1
  %c = icmp eq i3 %t, %y
  br i1 %c, label %then, label %end
then:
  %w = add i3 %x, 1
  call void @use(i3 %w) nounwind willreturn
  br label %end
end:
  ret void
}
define void @value-numbering.tgt(i3 %x, i3 %y) {
  %t = add i3 %x, 1
  %c = icmp eq i3 %t, %y
  br i1 %c, label %then, label %end
then:
  call void @use(i3 %y) nounwind willreturn
  br label %end
end:
  ret void
}

; Section 3.2.2: select becomes a branch, with a freeze. According to the text of the section, select is UB on a poison
; condition; in figure 3.1, it is poison, which is the semantics of `value-wise`. With the freeze, the transformation is
; correct in both.
; refines: yes under llvm and value-wise, from the thesis, section 3.2.2
define i3 @select-to-branch.src(i1 %c, i3 %a, i3 %b) {
  %x = select i1 %c, i3 %a, i3 %b
  ret i3 %x
}
define i3 @select-to-branch.tgt(i1 %c, i3 %a, i3 %b) {
  %c2 = freeze i1 %c
  br i1 %c2, label %true, label %false
true:
  br label %merge
false:
  br label %merge
merge:
  %x = phi i3 [ %a, %true ], [ %b, %false ]
  ret i3 %x
}

; Section 3.3: a freeze is sunk into a loop, which has two iterations here.
; refines: no under llvm and value-wise, from the thesis, section 3.3
define void @sink-freeze.src(i2 %a, i2 %b) {
  %x = shl i2 %a, %b
  %y = freeze i2 %x
  call void @call(i2 %y)
  call void @call(i2 %y)
  ret void
}
define void @sink-freeze.tgt(i2 %a, i2 %b) {
  %x = shl i2 %a, %b
  %y = freeze i2 %x
  call void @call(i2 %y)
  %y2 = freeze i2 %x
  call void @call(i2 %y2)
  ret void
}

; The reverse is correct.
; refines: yes under llvm and value-wise, from the thesis, section 3.3
define void @hoist-freeze.src(i2 %a, i2 %b) {
  %x = shl i2 %a, %b
  %y = freeze i2 %x
  call void @call(i2 %y)
  %y2 = freeze i2 %x
  call void @call(i2 %y2)
  ret void
}
define void @hoist-freeze.tgt(i2 %a, i2 %b) {
  %x = shl i2 %a, %b
  %y = freeze i2 %x
  call void @call(i2 %y)
  call void @call(i2 %y)
  ret void
}

; Section 3.3: an analysis finds that %y is not 0, and 1/y is hoisted out of the loop. If %z is poison, %y is as well,
; which the analysis ignores.
; refines: no under llvm and value-wise, from the thesis, section 3.3
; because: %z = poison
define i3 @hoist-by-analysis.src(i1 noundef %c, i3 %z) {
  %y = or i3 %z, 1
  br i1 %c, label %body, label %end
body:
  %x = udiv i3 1, %y
  ret i3 %x
end:
  ret i3 0
}
define i3 @hoist-by-analysis.tgt(i1 noundef %c, i3 %z) {
  %y = or i3 %z, 1
  %x = udiv i3 1, %y
  br i1 %c, label %body, label %end
body:
  ret i3 %x
end:
  ret i3 0
}

; A freeze of %y is too late: the frozen value may be 0.
; refines: no under llvm and value-wise, from the thesis, section 3.3
; because: %z = poison
define i3 @hoist-by-analysis-frozen-late.src(i1 noundef %c, i3 %z) {
  %y = or i3 %z, 1
  br i1 %c, label %body, label %end
body:
  %x = udiv i3 1, %y
  ret i3 %x
end:
  ret i3 0
}
define i3 @hoist-by-analysis-frozen-late.tgt(i1 noundef %c, i3 %z) {
  %y = or i3 %z, 1
  %frozen = freeze i3 %y
  %x = udiv i3 1, %frozen
  br i1 %c, label %body, label %end
body:
  ret i3 %x
end:
  ret i3 0
}

; A freeze of %z is correct.
; refines: yes under llvm and value-wise, from the thesis, section 3.3
define i3 @hoist-by-analysis-frozen.src(i1 noundef %c, i3 %z) {
  %y = or i3 %z, 1
  br i1 %c, label %body, label %end
body:
  %x = udiv i3 1, %y
  ret i3 %x
end:
  ret i3 0
}
define i3 @hoist-by-analysis-frozen.tgt(i1 noundef %c, i3 %z) {
  %frozen = freeze i3 %z
  %y = or i3 %frozen, 1
  %x = udiv i3 1, %y
  br i1 %c, label %body, label %end
body:
  ret i3 %x
end:
  ret i3 0
}

; Figure 3.1: freeze applies to each element of a vector separately, and does not change well-defined elements.
; refines: yes under llvm and value-wise, from the thesis, figure 3.1
define <2 x i3> @freeze-elements.src(i3 noundef %x) {
  %v = insertelement <2 x i3> poison, i3 %x, i32 0
  %r = freeze <2 x i3> %v
  ret <2 x i3> %r
}
define <2 x i3> @freeze-elements.tgt(i3 noundef %x) {
  %v = insertelement <2 x i3> zeroinitializer, i3 %x, i32 0
  ret <2 x i3> %v
}

; refines: no under llvm and value-wise, from the thesis, figure 3.1
define <2 x i3> @freeze-other-element.src(i3 noundef %x) {
  %v = insertelement <2 x i3> poison, i3 %x, i32 0
  %r = freeze <2 x i3> %v
  ret <2 x i3> %r
}
define <2 x i3> @freeze-other-element.tgt(i3 noundef %x) {
  ret <2 x i3> zeroinitializer
}

; Figure 3.1: phi only uses the value of its edge.
; equals: yes under llvm and value-wise, from the thesis, figure 3.1
define i3 @phi.src(i1 noundef %c) {
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i3 [ 5, %then ], [ poison, %0 ]
  ret i3 %r
}
define i3 @phi.tgt(i1 noundef %c) {
  %r = select i1 %c, i3 5, i3 poison
  ret i3 %r
}

; Figure 3.1: select on poison is poison. (In the text of section 3.2.2, it is UB.)
; equals: yes under llvm and value-wise, from the thesis, figure 3.1
define i3 @select-poison.src(i3 %x, i3 %y) {
  %r = select i1 poison, i3 %x, i3 %y
  ret i3 %r
}
define i3 @select-poison.tgt(i3 %x, i3 %y) {
  ret i3 poison
}

; Figure 3.1: bitcast of a vector with a poison element to an integer.
; equals: yes under llvm and value-wise, from the thesis, figure 3.1
define i6 @bitcast-to-integer.src(i3 %x) {
  %v = insertelement <2 x i3> poison, i3 %x, i32 0
  %r = bitcast <2 x i3> %v to i6
  ret i6 %r
}
define i6 @bitcast-to-integer.tgt(i3 %x) {
  ret i6 poison
}

; Figure 3.1: the reverse; each element is poison.
; equals: yes under llvm and value-wise, from the thesis, figure 3.1
define <2 x i3> @bitcast-to-vector.src() {
  %r = bitcast i6 poison to <2 x i3>
  ret <2 x i3> %r
}
define <2 x i3> @bitcast-to-vector.tgt() {
  ret <2 x i3> poison
}

; Section 3.1: sdiv exact with a remainder is poison.
; equals: yes under llvm and value-wise, from the thesis, section 3.1
define i4 @divide-exact.src() {
  %r = sdiv exact i4 7, 2
  ret i4 %r
}
define i4 @divide-exact.tgt() {
  ret i4 poison
}

; Section 3.1: MIN_INT / -1 is immediate UB.
; equals: yes under llvm and value-wise, from the thesis, section 3.1
define i4 @divide-overflow.src() {
  %r = sdiv i4 -8, -1
  ret i4 %r
}
define i4 @divide-overflow.tgt() {
  unreachable
}

; Section 3.1: a load of uninitialised memory.
; refines: no under llvm, yes under value-wise, from the thesis, section 2.3.4; LangRef has undef there
define i8 @load-nothing.src() {
  %p = alloca i8
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @load-nothing.tgt() {
  ret i8 poison
}

; Section 3.1: an out-of-bounds load is UB.
; equals: yes under llvm and value-wise, from the thesis, figure 3.1
define i8 @load-outside.src() {
  %p = alloca i8
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @load-outside.tgt() {
  unreachable
}

declare void @use(i3)
declare void @call(i2)
declare void @foo()
declare void @bar()
declare { i3, i1 } @llvm.sadd.with.overflow.i3(i3, i3)
