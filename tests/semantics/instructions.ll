; The meaning of flags and promises as defined by LangRef, expressed by the same operation without them and a select of
; poison. Operations without flags are compared with LLVM's constant folding (`against_llvm.rs`).

; equals: yes under llvm and value-wise, from LangRef, "add"
define i3 @add-nsw.src(i3 noundef %x, i3 noundef %y) {
  %r = add nsw i3 %x, %y
  ret i3 %r
}
define i3 @add-nsw.tgt(i3 noundef %x, i3 noundef %y) {
  %both = call { i3, i1 } @llvm.sadd.with.overflow.i3(i3 %x, i3 %y)
  %value = extractvalue { i3, i1 } %both, 0
  %wraps = extractvalue { i3, i1 } %both, 1
  %r = select i1 %wraps, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "add"
define i3 @add-nuw.src(i3 noundef %x, i3 noundef %y) {
  %r = add nuw i3 %x, %y
  ret i3 %r
}
define i3 @add-nuw.tgt(i3 noundef %x, i3 noundef %y) {
  %both = call { i3, i1 } @llvm.uadd.with.overflow.i3(i3 %x, i3 %y)
  %value = extractvalue { i3, i1 } %both, 0
  %wraps = extractvalue { i3, i1 } %both, 1
  %r = select i1 %wraps, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "sub"
define i3 @sub-nsw.src(i3 noundef %x, i3 noundef %y) {
  %r = sub nsw i3 %x, %y
  ret i3 %r
}
define i3 @sub-nsw.tgt(i3 noundef %x, i3 noundef %y) {
  %both = call { i3, i1 } @llvm.ssub.with.overflow.i3(i3 %x, i3 %y)
  %value = extractvalue { i3, i1 } %both, 0
  %wraps = extractvalue { i3, i1 } %both, 1
  %r = select i1 %wraps, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "sub"
define i3 @sub-nuw.src(i3 noundef %x, i3 noundef %y) {
  %r = sub nuw i3 %x, %y
  ret i3 %r
}
define i3 @sub-nuw.tgt(i3 noundef %x, i3 noundef %y) {
  %wraps = icmp ult i3 %x, %y
  %value = sub i3 %x, %y
  %r = select i1 %wraps, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "mul"
define i3 @mul-nsw-nuw.src(i3 noundef %x, i3 noundef %y) {
  %r = mul nuw nsw i3 %x, %y
  ret i3 %r
}
define i3 @mul-nsw-nuw.tgt(i3 noundef %x, i3 noundef %y) {
  %both = call { i3, i1 } @llvm.smul.with.overflow.i3(i3 %x, i3 %y)
  %value = extractvalue { i3, i1 } %both, 0
  %wraps = extractvalue { i3, i1 } %both, 1
  %unsigned = call { i3, i1 } @llvm.umul.with.overflow.i3(i3 %x, i3 %y)
  %also = extractvalue { i3, i1 } %unsigned, 1
  %any = or i1 %wraps, %also
  %r = select i1 %any, i3 poison, i3 %value
  ret i3 %r
}

; nuw: poison if a bit that is shifted out is not zero.
; equals: yes under llvm and value-wise, from LangRef, "shl"
define i3 @shl-nuw.src(i3 noundef %x, i3 noundef %y) {
  %r = shl nuw i3 %x, %y
  ret i3 %r
}
define i3 @shl-nuw.tgt(i3 noundef %x, i3 noundef %y) {
  %value = shl i3 %x, %y
  %back = lshr i3 %value, %y
  %loses = icmp ne i3 %back, %x
  %r = select i1 %loses, i3 poison, i3 %value
  ret i3 %r
}

; nsw: poison if a bit that is shifted out differs from the sign of the result.
; equals: yes under llvm and value-wise, from LangRef, "shl"
define i3 @shl-nsw.src(i3 noundef %x, i3 noundef %y) {
  %r = shl nsw i3 %x, %y
  ret i3 %r
}
define i3 @shl-nsw.tgt(i3 noundef %x, i3 noundef %y) {
  %value = shl i3 %x, %y
  %back = ashr i3 %value, %y
  %loses = icmp ne i3 %back, %x
  %r = select i1 %loses, i3 poison, i3 %value
  ret i3 %r
}

; The saturating shifts: the results of shifts that overflow.
; equals: yes under llvm and value-wise, from LangRef, "llvm.ushl.sat"
define i3 @ushl-sat.src(i3 noundef %x, i3 noundef %y) {
  %r = call i3 @llvm.ushl.sat.i3(i3 %x, i3 %y)
  ret i3 %r
}
define i3 @ushl-sat.tgt(i3 noundef %x, i3 noundef %y) {
  %value = shl i3 %x, %y
  %back = lshr i3 %value, %y
  %loses = icmp ne i3 %back, %x
  %r = select i1 %loses, i3 -1, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "llvm.sshl.sat"
define i3 @sshl-sat.src(i3 noundef %x, i3 noundef %y) {
  %r = call i3 @llvm.sshl.sat.i3(i3 %x, i3 %y)
  ret i3 %r
}
define i3 @sshl-sat.tgt(i3 noundef %x, i3 noundef %y) {
  %value = shl i3 %x, %y
  %back = ashr i3 %value, %y
  %loses = icmp ne i3 %back, %x
  %negative = icmp slt i3 %x, 0
  %limit = select i1 %negative, i3 -4, i3 3
  %r = select i1 %loses, i3 %limit, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "lshr"
define i3 @lshr-exact.src(i3 noundef %x, i3 noundef %y) {
  %r = lshr exact i3 %x, %y
  ret i3 %r
}
define i3 @lshr-exact.tgt(i3 noundef %x, i3 noundef %y) {
  %value = lshr i3 %x, %y
  %back = shl i3 %value, %y
  %loses = icmp ne i3 %back, %x
  %r = select i1 %loses, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "ashr"
define i3 @ashr-exact.src(i3 noundef %x, i3 noundef %y) {
  %r = ashr exact i3 %x, %y
  ret i3 %r
}
define i3 @ashr-exact.tgt(i3 noundef %x, i3 noundef %y) {
  %value = ashr i3 %x, %y
  %back = shl i3 %value, %y
  %loses = icmp ne i3 %back, %x
  %r = select i1 %loses, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "udiv"
define i3 @udiv-exact.src(i3 noundef %x, i3 noundef %y) {
  %r = udiv exact i3 %x, %y
  ret i3 %r
}
define i3 @udiv-exact.tgt(i3 noundef %x, i3 noundef %y) {
  %value = udiv i3 %x, %y
  %rest = urem i3 %x, %y
  %loses = icmp ne i3 %rest, 0
  %r = select i1 %loses, i3 poison, i3 %value
  ret i3 %r
}

; equals: yes under llvm and value-wise, from LangRef, "sdiv"
define i3 @sdiv-exact.src(i3 noundef %x, i3 noundef %y) {
  %r = sdiv exact i3 %x, %y
  ret i3 %r
}
define i3 @sdiv-exact.tgt(i3 noundef %x, i3 noundef %y) {
  %value = sdiv i3 %x, %y
  %rest = srem i3 %x, %y
  %loses = icmp ne i3 %rest, 0
  %r = select i1 %loses, i3 poison, i3 %value
  ret i3 %r
}

; srem of INT_MIN and -1 is undefined as well.
; equals: yes under llvm and value-wise, from LangRef, "srem"
define i3 @srem-overflow.src() {
  %r = srem i3 -4, -1
  ret i3 %r
}
define i3 @srem-overflow.tgt() {
  unreachable
}

; A poison dividend may be INT_MIN.
; equals: yes under llvm and value-wise, from LangRef, "Poison Values": "has any values that trigger"
define i3 @sdiv-poison.src() {
  %r = sdiv i3 poison, -1
  ret i3 %r
}
define i3 @sdiv-poison.tgt() {
  unreachable
}

; equals: yes under llvm and value-wise, from LangRef, "or"
define <2 x i2> @or-disjoint.src(<2 x i2> noundef %x, <2 x i2> noundef %y) {
  %r = or disjoint <2 x i2> %x, %y
  ret <2 x i2> %r
}
define <2 x i2> @or-disjoint.tgt(<2 x i2> noundef %x, <2 x i2> noundef %y) {
  %common = and <2 x i2> %x, %y
  %overlaps = icmp ne <2 x i2> %common, zeroinitializer
  %value = or <2 x i2> %x, %y
  %r = select <2 x i1> %overlaps, <2 x i2> poison, <2 x i2> %value
  ret <2 x i2> %r
}

; equals: yes under llvm and value-wise, from LangRef, "trunc"
define i2 @trunc-nuw.src(i4 noundef %x) {
  %r = trunc nuw i4 %x to i2
  ret i2 %r
}
define i2 @trunc-nuw.tgt(i4 noundef %x) {
  %high = lshr i4 %x, 2
  %loses = icmp ne i4 %high, 0
  %value = trunc i4 %x to i2
  %r = select i1 %loses, i2 poison, i2 %value
  ret i2 %r
}

; equals: yes under llvm and value-wise, from LangRef, "trunc"
define i2 @trunc-nsw.src(i4 noundef %x) {
  %r = trunc nsw i4 %x to i2
  ret i2 %r
}
define i2 @trunc-nsw.tgt(i4 noundef %x) {
  %value = trunc i4 %x to i2
  %back = sext i2 %value to i4
  %loses = icmp ne i4 %x, %back
  %r = select i1 %loses, i2 poison, i2 %value
  ret i2 %r
}

; equals: yes under llvm and value-wise, from LangRef, "zext"
define i4 @zext-nneg.src(i3 noundef %x) {
  %r = zext nneg i3 %x to i4
  ret i4 %r
}
define i4 @zext-nneg.tgt(i3 noundef %x) {
  %negative = icmp slt i3 %x, 0
  %value = zext i3 %x to i4
  %r = select i1 %negative, i4 poison, i4 %value
  ret i4 %r
}

; A parameter outside of its range is poison, and an undef one may be outside.
; refines: yes under llvm and value-wise, from LangRef, "Parameter Attributes", range
define i3 @range.src(i3 range(i3 1, 4) %x) {
  ret i3 %x
}
define i3 @range.tgt(i3 range(i3 1, 4) %x) {
  %clear = and i3 %x, 3
  ret i3 %clear
}

; After an assumption, the parameter is not undef either; otherwise the assumption would be undefined behaviour.
; refines: yes under llvm and value-wise, from LangRef, "llvm.assume", whose parameter is noundef
define i3 @no-range.src(i3 %x) {
  %low = icmp ult i3 %x, 4
  call void @llvm.assume(i1 %low)
  ret i3 %x
}
define i3 @no-range.tgt(i3 %x) {
  %low = icmp ult i3 %x, 4
  call void @llvm.assume(i1 %low)
  %clear = and i3 %x, 3
  ret i3 %clear
}

; noundef arguments, results and loads.
; equals: yes under llvm and value-wise, from LangRef, "Parameter Attributes", noundef
define i3 @noundef-argument.src() {
  %r = call i3 @same(i3 poison)
  ret i3 %r
}
define i3 @noundef-argument.tgt() {
  unreachable
}

; equals: yes under llvm and value-wise, from LangRef, "Parameter Attributes", noundef
define i3 @noundef-result.src() {
  %r = call noundef i3 @any(i3 undef)
  ret i3 %r
}
define i3 @noundef-result.tgt() {
  unreachable
}

; equals: yes under llvm and value-wise, from LangRef, "load", !noundef
define i8 @noundef-load.src() {
  %p = alloca i8
  %r = load i8, ptr %p, !noundef !0
  ret i8 %r
}
define i8 @noundef-load.tgt() {
  unreachable
}

; equals: yes under llvm and value-wise, from LangRef, "range metadata"
define i8 @range-load.src() {
  %p = alloca i8
  store i8 7, ptr %p
  %r = load i8, ptr %p, !range !1
  ret i8 %r
}
define i8 @range-load.tgt() {
  ret i8 poison
}

; A null argument with nonnull is poison, not undefined behaviour.
; equals: yes under llvm and value-wise, from LangRef, "Parameter Attributes", nonnull
define i1 @nonnull.src() {
  %r = call i1 @is-null(ptr null)
  ret i1 %r
}
define i1 @nonnull.tgt() {
  ret i1 poison
}

; With noundef, it is undefined behaviour.
; equals: yes under llvm and value-wise, from LangRef, "Parameter Attributes", nonnull
define i1 @nonnull-noundef.src() {
  %r = call i1 @is-null(ptr noundef nonnull null)
  ret i1 %r
}
define i1 @nonnull-noundef.tgt() {
  unreachable
}

; inbounds: an address one past the end is defined, and poison beyond that; without the flag, it is an address.
; equals: yes under llvm and value-wise, from LangRef, "getelementptr"
define { i1, i1, i1 } @inbounds.src() {
  %p = alloca i8
  %end = getelementptr inbounds i8, ptr %p, i64 1
  %far = getelementptr inbounds i8, ptr %p, i64 2
  %out = getelementptr i8, ptr %p, i64 2
  %a = icmp eq ptr %p, %end
  %b = icmp eq ptr %p, %far
  %c = icmp eq ptr %p, %out
  %s = insertvalue { i1, i1, i1 } poison, i1 %a, 0
  %t = insertvalue { i1, i1, i1 } %s, i1 %b, 1
  %u = insertvalue { i1, i1, i1 } %t, i1 %c, 2
  ret { i1, i1, i1 } %u
}
define { i1, i1, i1 } @inbounds.tgt() {
  ret { i1, i1, i1 } { i1 false, i1 poison, i1 false }
}

; An access through a null pointer is undefined.
; equals: yes under llvm and value-wise, from the manual, "Immediate UB"
define i8 @null.src() {
  %r = load i8, ptr null
  ret i8 %r
}
define i8 @null.tgt() {
  unreachable
}

; An access at an address that is less aligned than stated is undefined.
; equals: yes under llvm and value-wise, from LangRef, "load", align
define i8 @alignment.src() {
  %p = alloca [4 x i8], align 4
  %q = getelementptr i8, ptr %p, i64 2
  %r = load i8, ptr %q, align 4
  ret i8 %r
}
define i8 @alignment.tgt() {
  unreachable
}

; assume of a condition that is false or undef is undefined.
; equals: yes under llvm and value-wise, from LangRef, "llvm.assume"
define void @assume.src() {
  call void @llvm.assume(i1 undef)
  ret void
}
define void @assume.tgt() {
  unreachable
}

; The results of an overflow intrinsic on undef depend on each other: a carry occurs only with some values.
; refines: no under llvm, from LangRef, "llvm.uadd.with.overflow"
define { i2, i1 } @overflow-undef.src() {
  %r = call { i2, i1 } @llvm.uadd.with.overflow.i2(i2 undef, i2 1)
  ret { i2, i1 } %r
}
define { i2, i1 } @overflow-undef.tgt() {
  ret { i2, i1 } { i2 1, i1 true }
}

; refines: yes under llvm, from LangRef, "llvm.uadd.with.overflow"
define { i2, i1 } @overflow-undef-carry.src() {
  %r = call { i2, i1 } @llvm.uadd.with.overflow.i2(i2 undef, i2 1)
  ret { i2, i1 } %r
}
define { i2, i1 } @overflow-undef-carry.tgt() {
  ret { i2, i1 } { i2 0, i1 true }
}

; Poison or out-of-range element indices, and poison lanes of a mask.
; equals: yes under llvm and value-wise, from LangRef, "insertelement"
define <2 x i2> @insert-out-of-range.src(<2 x i2> %v) {
  %r = insertelement <2 x i2> %v, i2 1, i32 2
  ret <2 x i2> %r
}
define <2 x i2> @insert-out-of-range.tgt(<2 x i2> %v) {
  ret <2 x i2> poison
}

; equals: yes under llvm and value-wise, from LangRef, "shufflevector"
define <2 x i2> @shuffle-poison-lane.src(<2 x i2> %v) {
  %r = shufflevector <2 x i2> %v, <2 x i2> poison, <2 x i32> <i32 poison, i32 0>
  ret <2 x i2> %r
}
define <2 x i2> @shuffle-poison-lane.tgt(<2 x i2> %v) {
  %e = extractelement <2 x i2> %v, i32 0
  %r = insertelement <2 x i2> poison, i2 %e, i32 1
  ret <2 x i2> %r
}

; A vector division is undefined if it is undefined in one element.
; equals: yes under llvm and value-wise, from LangRef, "udiv": "for vectors, if any element"
define <2 x i2> @divide-element.src() {
  %r = udiv <2 x i2> <i2 1, i2 1>, <i2 1, i2 poison>
  ret <2 x i2> %r
}
define <2 x i2> @divide-element.tgt() {
  unreachable
}

; freeze: LangRef's own examples.
; equals: yes under llvm, from LangRef, "freeze": add nsw i1 %k, undef is poison
define i1 @freeze-overflow.src(i1 noundef %k) {
  %poison = add nsw i1 true, undef
  ret i1 %poison
}
define i1 @freeze-overflow.tgt(i1 noundef %k) {
  ret i1 poison
}

; Two freezes of the same value may differ.
; refines: yes under llvm and value-wise, from LangRef, "freeze": "%cmp can be true or false"
define i1 @freeze-twice.src(i3 %w) {
  %x = freeze i3 undef
  %x2 = freeze i3 undef
  %cmp = icmp eq i3 %x, %x2
  ret i1 %cmp
}
define i1 @freeze-twice.tgt(i3 %w) {
  ret i1 false
}

define i1 @is-null(ptr nonnull %p) {
  %r = icmp eq ptr %p, null
  ret i1 %r
}
define i3 @same(i3 noundef %x) {
  ret i3 %x
}
define i3 @any(i3 %x) {
  ret i3 %x
}
declare i3 @llvm.ushl.sat.i3(i3, i3)
declare i3 @llvm.sshl.sat.i3(i3, i3)
declare void @llvm.assume(i1)
declare { i3, i1 } @llvm.sadd.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.uadd.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.ssub.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.smul.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.umul.with.overflow.i3(i3, i3)
declare { i2, i1 } @llvm.uadd.with.overflow.i2(i2, i2)
!0 = !{}
!1 = !{i8 0, i8 2}
