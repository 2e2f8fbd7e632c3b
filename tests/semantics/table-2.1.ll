; The thesis' table 2.1: the correctness of transformations for each semantics of `select`, if a branch on poison is
; undefined behaviour. The columns, from left to right:
;
; 1. UB if %c is poison, otherwise poison if the chosen operand is
; 2. UB if %c is poison, otherwise poison if either operand is
; 3. any choice if %c is poison, then poison if the chosen operand is
; 4. poison if %c is poison or the chosen operand is (LangRef, figure 3.1)
; 5. poison if any operand is
;
; The thesis names the rows, and contains the code of the first two and an example of arithmetic (sections 2.3.3 and
; 3.2.2). The others are the simplest transformations with these names.

; Section 3.2.2 read from right to left, without the freeze.
; table 2.1: yes no yes yes no, from the thesis, table 2.1, row SimplifyCFG
define i2 @simplify-cfg.src(i1 %c, i2 %x, i2 %y) {
  br i1 %c, label %true, label %false
true:
  br label %merge
false:
  br label %merge
merge:
  %r = phi i2 [ %x, %true ], [ %y, %false ]
  ret i2 %r
}
define i2 @simplify-cfg.tgt(i1 %c, i2 %x, i2 %y) {
  %r = select i1 %c, i2 %x, i2 %y
  ret i2 %r
}

; Section 3.2.2 without the freeze.
; table 2.1: yes yes no no no, from the thesis, table 2.1, row Select → control-flow
define i2 @select-to-control-flow.src(i1 %c, i2 %x, i2 %y) {
  %r = select i1 %c, i2 %x, i2 %y
  ret i2 %r
}
define i2 @select-to-control-flow.tgt(i1 %c, i2 %x, i2 %y) {
  br i1 %c, label %true, label %false
true:
  br label %merge
false:
  br label %merge
merge:
  %r = phi i2 [ %x, %true ], [ %y, %false ]
  ret i2 %r
}

; table 2.1: no yes no no yes, from the thesis, table 2.1, row Select → arithmetic
define i1 @select-to-arithmetic-or.src(i1 %c, i1 %y) {
  %r = select i1 %c, i1 true, i1 %y
  ret i1 %r
}
define i1 @select-to-arithmetic-or.tgt(i1 %c, i1 %y) {
  %r = or i1 %c, %y
  ret i1 %r
}

; table 2.1: no yes no no yes, from the thesis, table 2.1, row Select → arithmetic
define i1 @select-to-arithmetic-and.src(i1 %c, i1 %x) {
  %r = select i1 %c, i1 %x, i1 false
  ret i1 %r
}
define i1 @select-to-arithmetic-and.tgt(i1 %c, i1 %x) {
  %r = and i1 %c, %x
  ret i1 %r
}

; The select is removed, and the result is poison if %c is.
; table 2.1: yes yes no yes yes, from the thesis, table 2.1, row Select removal
define i1 @select-removal.src(i1 %c) {
  %r = select i1 %c, i1 true, i1 false
  ret i1 %r
}
define i1 @select-removal.tgt(i1 %c) {
  ret i1 %c
}

; The select is hoisted above an operation, which is undefined on poison here.
; table 2.1: yes yes yes no no, from the thesis, table 2.1, row Select hoist
define i2 @select-hoist.src(i1 %c, i2 %a, i2 %x, i2 %y) {
  %first = udiv i2 %a, %x
  %second = udiv i2 %a, %y
  %r = select i1 %c, i2 %first, i2 %second
  ret i2 %r
}
define i2 @select-hoist.tgt(i1 %c, i2 %a, i2 %x, i2 %y) {
  %divisor = select i1 %c, i2 %x, i2 %y
  %r = udiv i2 %a, %divisor
  ret i2 %r
}

; The select is executed on a path where it was not.
; table 2.1: no no yes yes yes, from the thesis, table 2.1, row Easy movement
define i2 @easy-movement.src(i1 noundef %k, i1 %c, i2 %x, i2 %y) {
  br i1 %k, label %then, label %else
then:
  %r = select i1 %c, i2 %x, i2 %y
  ret i2 %r
else:
  ret i2 0
}
define i2 @easy-movement.tgt(i1 noundef %k, i1 %c, i2 %x, i2 %y) {
  %r = select i1 %c, i2 %x, i2 %y
  br i1 %k, label %then, label %else
then:
  ret i2 %r
else:
  ret i2 0
}

; Arithmetic becomes a select, as section 2.3.3 requires: the same verdicts as easy movement.
; table 2.1: no no yes yes yes, from the thesis, section 2.3.3: not if select on poison is UB
define i4 @arithmetic-to-select.src(i4 %a) {
  %r = udiv i4 %a, -3
  ret i4 %r
}
define i4 @arithmetic-to-select.tgt(i4 %a) {
  %c = icmp ult i4 %a, -3
  %r = select i1 %c, i4 0, i4 1
  ret i4 %r
}
