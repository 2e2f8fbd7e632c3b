; The Safe and Unsafe examples of the constants document ("Undefined Values"), with a few bits instead of 32. It is
; older than LangRef 19, which changes some of them: comments on these pairs say so, and the expectation is LangRef's.
; Only `llvm` has undef.

; %A = add %X, undef. Safe: undef.
; refines: yes under llvm, from the document, first example
define i3 @add.src(i3 %x) {
  %r = add i3 %x, undef
  ret i3 %r
}
define i3 @add.tgt(i3 %x) {
  ret i3 undef
}

; %B = sub %X, undef. Safe: undef.
; refines: yes under llvm, from the document, first example
define i3 @sub.src(i3 %x) {
  %r = sub i3 %x, undef
  ret i3 %r
}
define i3 @sub.tgt(i3 %x) {
  ret i3 undef
}

; %C = xor %X, undef. Safe: undef.
; refines: yes under llvm, from the document, first example
define i3 @xor.src(i3 %x) {
  %r = xor i3 %x, undef
  ret i3 %r
}
define i3 @xor.tgt(i3 %x) {
  ret i3 undef
}

; %A = or %X, undef. Safe: -1.
; refines: yes under llvm, from the document, second example
define i3 @or-all-ones.src(i3 %x) {
  %r = or i3 %x, undef
  ret i3 %r
}
define i3 @or-all-ones.tgt(i3 %x) {
  ret i3 -1
}

; %B = and %X, undef. Safe: 0.
; refines: yes under llvm, from the document, second example
define i3 @and-zero.src(i3 %x) {
  %r = and i3 %x, undef
  ret i3 %r
}
define i3 @and-zero.tgt(i3 %x) {
  ret i3 0
}

; %A = or %X, undef. Safe: %X, for undef = 0.
; refines: yes under llvm, from the document, second example
define i3 @or-operand.src(i3 %x) {
  %r = or i3 %x, undef
  ret i3 %r
}
define i3 @or-operand.tgt(i3 %x) {
  ret i3 %x
}

; %B = and %X, undef. Safe: %X, for undef = -1.
; refines: yes under llvm, from the document, second example
define i3 @and-operand.src(i3 %x) {
  %r = and i3 %x, undef
  ret i3 %r
}
define i3 @and-operand.tgt(i3 %x) {
  ret i3 %x
}

; %A = or %X, undef. Unsafe: undef, because the set bits of %X remain set.
; refines: no under llvm, from the document, second example
; because: %x = 1
define i3 @or-undef.src(i3 %x) {
  %r = or i3 %x, undef
  ret i3 %r
}
define i3 @or-undef.tgt(i3 %x) {
  ret i3 undef
}

; %B = and %X, undef. Unsafe: undef.
; refines: no under llvm, from the document, second example
; because: %x = 0
define i3 @and-undef.src(i3 %x) {
  %r = and i3 %x, undef
  ret i3 %r
}
define i3 @and-undef.tgt(i3 %x) {
  ret i3 undef
}

; %A = select undef, %X, %Y. Safe: %X.
; refines: yes under llvm, from the document, third example
define i3 @select-undef-first.src(i3 %x, i3 %y) {
  %r = select i1 undef, i3 %x, i3 %y
  ret i3 %r
}
define i3 @select-undef-first.tgt(i3 %x, i3 %y) {
  ret i3 %x
}

; %A = select undef, %X, %Y. Safe: or %Y.
; refines: yes under llvm, from the document, third example
define i3 @select-undef-second.src(i3 %x, i3 %y) {
  %r = select i1 undef, i3 %x, i3 %y
  ret i3 %r
}
define i3 @select-undef-second.tgt(i3 %x, i3 %y) {
  ret i3 %y
}

; %A = select undef, %X, %Y. Unsafe: undef.
; refines: no under llvm, from the document, third example
define i3 @select-undef-undef.src(i3 %x, i3 %y) {
  %r = select i1 undef, i3 %x, i3 %y
  ret i3 %r
}
define i3 @select-undef-undef.tgt(i3 %x, i3 %y) {
  ret i3 undef
}

; %B = select undef, 42, %Y. Safe: 42.
; refines: yes under llvm, from the document, third example
define i8 @select-constant-first.src(i8 %y) {
  %r = select i1 undef, i8 42, i8 %y
  ret i8 %r
}
define i8 @select-constant-first.tgt(i8 %y) {
  ret i8 42
}

; %B = select undef, 42, %Y. Safe: or %Y.
; refines: yes under llvm, from the document, third example
define i8 @select-constant-second.src(i8 %y) {
  %r = select i1 undef, i8 42, i8 %y
  ret i8 %r
}
define i8 @select-constant-second.tgt(i8 %y) {
  ret i8 %y
}

; %B = select undef, 42, %Y. Unsafe: undef.
; refines: no under llvm, from the document, third example
define i8 @select-constant-undef.src(i8 %y) {
  %r = select i1 undef, i8 42, i8 %y
  ret i8 %r
}
define i8 @select-constant-undef.tgt(i8 %y) {
  ret i8 undef
}

; %C = select %X, %Y, undef. According to the document, %Y is safe. LangRef 19: only if %Y is provably not poison,
; because poison is stronger than undef.
; refines: no under llvm, from LangRef 19, "Undefined Values", which corrects the document
; because: %y = poison
define i3 @select-operand-undef.src(i1 %x, i3 %y) {
  %r = select i1 %x, i3 %y, i3 undef
  ret i3 %r
}
define i3 @select-operand-undef.tgt(i1 %x, i3 %y) {
  ret i3 %y
}

; The same, with a %Y that is known not to be poison.
; refines: yes under llvm, from LangRef 19, "Undefined Values"
define i3 @select-operand-undef-noundef.src(i1 %x, i3 noundef %y) {
  %r = select i1 %x, i3 %y, i3 undef
  ret i3 %r
}
define i3 @select-operand-undef-noundef.tgt(i1 %x, i3 noundef %y) {
  ret i3 %y
}

; The same without undef, in the thesis' semantics: undef is read as poison.
; refines: yes under value-wise, from the thesis, section 3.2.2: a select is poison if what it chooses is
define i3 @select-operand-poison.src(i1 %x, i3 %y) {
  %r = select i1 %x, i3 %y, i3 poison
  ret i3 %r
}
define i3 @select-operand-poison.tgt(i1 %x, i3 %y) {
  ret i3 %y
}

; %C = select %X, %Y, undef. Unsafe: undef.
; refines: no under llvm, from the document, third example
; because: %x = 1
define i3 @select-operand-undef-undef.src(i1 %x, i3 %y) {
  %r = select i1 %x, i3 %y, i3 undef
  ret i3 %r
}
define i3 @select-operand-undef-undef.tgt(i1 %x, i3 %y) {
  ret i3 undef
}

; %A = xor undef, undef. Safe: undef.
; equals: yes under llvm, from the document, fourth example
define i3 @xor-undef.src() {
  %r = xor i3 undef, undef
  ret i3 %r
}
define i3 @xor-undef.tgt() {
  ret i3 undef
}

; %B = undef, %C = xor %B, %B. Safe: undef, because each use of %B may have another value.
; equals: yes under llvm, from the document, fourth example
define i3 @xor-same.src() {
  %b = add i3 undef, 0
  %r = xor i3 %b, %b
  ret i3 %r
}
define i3 @xor-same.tgt() {
  ret i3 undef
}

; After a freeze, all uses see the same value.
; equals: yes under llvm and value-wise, from LangRef 19, "freeze"
define i3 @xor-frozen.src() {
  %b = freeze i3 undef
  %r = xor i3 %b, %b
  ret i3 %r
}
define i3 @xor-frozen.tgt() {
  ret i3 0
}

; %E = icmp slt %D, 4 and %F = icmp sge %D, 4. Safe: undef and undef, as if they did not exclude each other.
; refines: yes under llvm, from the document, fourth example
define { i1, i1 } @compare-undef.src() {
  %d = add i4 undef, 0
  %e = icmp slt i4 %d, 4
  %f = icmp sge i4 %d, 4
  %s = insertvalue { i1, i1 } poison, i1 %e, 0
  %t = insertvalue { i1, i1 } %s, i1 %f, 1
  ret { i1, i1 } %t
}
define { i1, i1 } @compare-undef.tgt() {
  %s = insertvalue { i1, i1 } poison, i1 undef, 0
  %t = insertvalue { i1, i1 } %s, i1 undef, 1
  ret { i1, i1 } %t
}

; After a freeze, they exclude each other.
; refines: no under llvm, from LangRef 19, "freeze"
define { i1, i1 } @compare-frozen.src() {
  %d = freeze i4 undef
  %e = icmp slt i4 %d, 4
  %f = icmp sge i4 %d, 4
  %s = insertvalue { i1, i1 } poison, i1 %e, 0
  %t = insertvalue { i1, i1 } %s, i1 %f, 1
  ret { i1, i1 } %t
}
define { i1, i1 } @compare-frozen.tgt() {
  ret { i1, i1 } { i1 undef, i1 undef }
}

; %A = sdiv undef, %X. Safe: 0.
; refines: yes under llvm, from the document, fifth example
define i3 @divide-undef.src(i3 %x) {
  %r = sdiv i3 undef, %x
  ret i3 %r
}
define i3 @divide-undef.tgt(i3 %x) {
  ret i3 0
}

; %B = sdiv %X, undef. Safe: unreachable.
; equals: yes under llvm and value-wise, from the document, fifth example
define i3 @divide-by-undef.src(i3 %x) {
  %r = sdiv i3 %x, undef
  ret i3 %r
}
define i3 @divide-by-undef.tgt(i3 %x) {
  unreachable
}

; a: store undef -> %X. Safe: deleted. LangRef 19: only if the content of %X is provably not poison, as here.
; refines: yes under llvm, from the document, sixth example
define i8 @store-undef.src(i8 noundef %before) {
  %x = alloca i8
  store i8 %before, ptr %x
  store i8 undef, ptr %x
  %r = load i8, ptr %x
  ret i8 %r
}
define i8 @store-undef.tgt(i8 noundef %before) {
  %x = alloca i8
  store i8 %before, ptr %x
  %r = load i8, ptr %x
  ret i8 %r
}

; If the content may be poison, the store must not be deleted. The document does not mention this.
; refines: no under llvm, from LangRef 19, "Undefined Values", which corrects the document
; because: %before = poison
define i8 @store-undef-over-poison.src(i8 %before) {
  %x = alloca i8
  store i8 %before, ptr %x
  store i8 undef, ptr %x
  %r = load i8, ptr %x
  ret i8 %r
}
define i8 @store-undef-over-poison.tgt(i8 %before) {
  %x = alloca i8
  store i8 %before, ptr %x
  %r = load i8, ptr %x
  ret i8 %r
}

; b: store %X -> undef. Safe: unreachable.
; equals: yes under llvm and value-wise, from the document, sixth example
define void @store-to-undef.src(i8 %x) {
  store i8 %x, ptr undef
  ret void
}
define void @store-to-undef.tgt(i8 %x) {
  unreachable
}

; According to the document, an undef condition of a select or a conditional branch may go either way. In LangRef, a
; branch on undef is undefined behaviour, so a select must not become a branch.
; refines: no under llvm, from LangRef 19, "Undefined Values", which corrects the document
; because: %c = undef
define i3 @branch-on-undef.src(i1 %c, i3 noundef %x, i3 noundef %y) {
  %r = select i1 %c, i3 %x, i3 %y
  ret i3 %r
}
define i3 @branch-on-undef.tgt(i1 %c, i3 noundef %x, i3 noundef %y) {
  br i1 %c, label %true, label %false
true:
  ret i3 %x
false:
  ret i3 %y
}

; equals: yes under llvm and value-wise, from LangRef 19, "Undefined Values": br undef, BB1, BB2 ; UB
define i3 @branch.src() {
  br i1 undef, label %true, label %false
true:
  ret i3 1
false:
  ret i3 2
}
define i3 @branch.tgt() {
  unreachable
}

; %X = and i32 undef, 255; switch %X: UB.
; equals: yes under llvm, from LangRef 19, "Undefined Values"
define i3 @switch-masked.src() {
  %x = and i8 undef, 15
  switch i8 %x, label %ret [ i8 3, label %other ]
ret:
  ret i3 1
other:
  ret i3 2
}
define i3 @switch-masked.tgt() {
  unreachable
}

; %X = or i8 undef, 255 is always 255; switch %X: well defined.
; equals: yes under llvm, from LangRef 19, "Undefined Values"
define i3 @switch-constant.src() {
  %x = or i8 undef, 255
  switch i8 %x, label %ret [ i8 -1, label %other ]
ret:
  ret i3 1
other:
  ret i3 2
}
define i3 @switch-constant.tgt() {
  ret i3 2
}

; store undef, load it back, switch on it: UB.
; equals: yes under llvm and value-wise, from LangRef 19, "Undefined Values"
define i3 @switch-loaded.src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %x = load i8, ptr %p
  switch i8 %x, label %ret [ i8 3, label %other ]
ret:
  ret i3 1
other:
  ret i3 2
}
define i3 @switch-loaded.tgt() {
  unreachable
}

; %X = freeze i1 undef; br %X: goes to one of the two successors.
; refines: yes under llvm and value-wise, from LangRef 19, "Undefined Values"
define i3 @branch-frozen.src() {
  %x = freeze i1 undef
  br i1 %x, label %true, label %false
true:
  ret i3 1
false:
  ret i3 2
}
define i3 @branch-frozen.tgt() {
  ret i3 2
}

; It does not go anywhere else.
; refines: no under llvm and value-wise, from LangRef 19, "Undefined Values"
define i3 @branch-frozen-nowhere.src() {
  %x = freeze i1 undef
  br i1 %x, label %true, label %false
true:
  ret i3 1
false:
  ret i3 2
}
define i3 @branch-frozen-nowhere.tgt() {
  ret i3 3
}

; Poison: according to the document, each instruction that depends on poison is undefined behaviour. In LangRef 19, its
; result is poison instead.
; equals: yes under llvm and value-wise, from LangRef 19, "Poison Values", which corrects the document
define i3 @poison-spreads.src() {
  %poison = sub nuw i3 0, 1
  %poison2 = sub i3 %poison, 1
  %still = and i3 %poison2, 0
  ret i3 %still
}
define i3 @poison-spreads.tgt() {
  ret i3 poison
}

; A branch on a value that depends on poison is undefined, even if both targets are equal.
; equals: yes under llvm and value-wise, from LangRef 19, "Poison Values"
define void @poison-branch.src() {
  %poison = sub nuw i3 0, 1
  %cmp = icmp slt i3 %poison, 0
  br i1 %cmp, label %end, label %end
end:
  ret void
}
define void @poison-branch.tgt() {
  unreachable
}

; A store through an address that depends on poison.
; equals: yes under llvm and value-wise, from LangRef 19, "Poison Values"
define void @poison-address.src() {
  %p = alloca [4 x i8]
  %poison = sub nuw i3 0, 1
  %still = and i3 %poison, 0
  %again = getelementptr i8, ptr %p, i3 %still
  store i8 0, ptr %again
  ret void
}
define void @poison-address.tgt() {
  unreachable
}

; Poison is preserved in memory: a part of a poison value is poison, and so is a value with a poison part.
; equals: yes under llvm and value-wise, from LangRef 19, "Poison Values"
define { i8, i16 } @poison-stored.src() {
  %p = alloca i16
  store i16 0, ptr %p
  %poison = sub nuw i8 0, 1
  store i8 %poison, ptr %p
  %part = load i8, ptr %p
  %whole = load i16, ptr %p
  %s = insertvalue { i8, i16 } poison, i8 %part, 0
  %t = insertvalue { i8, i16 } %s, i16 %whole, 1
  ret { i8, i16 } %t
}
define { i8, i16 } @poison-stored.tgt() {
  ret { i8, i16 } poison
}
