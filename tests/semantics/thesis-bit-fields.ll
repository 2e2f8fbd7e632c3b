; Bit fields and widened loads, from the thesis on value-wise poison: sections 2.3.4, 3.2.3, 3.2.4 and 4.2, with a few
; bits.

; Section 2.3.4 and 3.2.3: two bit fields of 4 bits in an uninitialised word. The source has separate fields, as in
; explicitly packed structures. Without freeze, the first store poisons the word if uninitialised memory is poison.
; refines: yes under llvm, no under value-wise, from the thesis, section 3.2.3; undef & 0 is 0 in LLVM
define { i4, i4 } @store-fields.src(i4 noundef %a, i4 noundef %b) {
  %s = insertvalue { i4, i4 } poison, i4 %a, 0
  %t = insertvalue { i4, i4 } %s, i4 %b, 1
  ret { i4, i4 } %t
}
define { i4, i4 } @store-fields.tgt(i4 noundef %a, i4 noundef %b) {
  %p = alloca i8
  %load = load i8, ptr %p
  %clear = and i8 %load, -16
  %wide = zext i4 %a to i8
  %set = or i8 %clear, %wide
  store i8 %set, ptr %p
  %load2 = load i8, ptr %p
  %clear2 = and i8 %load2, 15
  %wide2 = zext i4 %b to i8
  %shift = shl i8 %wide2, 4
  %set2 = or i8 %clear2, %shift
  store i8 %set2, ptr %p
  %word = load i8, ptr %p
  %first = trunc i8 %word to i4
  %high = lshr i8 %word, 4
  %second = trunc i8 %high to i4
  %s = insertvalue { i4, i4 } poison, i4 %first, 0
  %t = insertvalue { i4, i4 } %s, i4 %second, 1
  ret { i4, i4 } %t
}

; With a freeze of the loaded word, it is correct if no field is poison. Fields of 2 bits.
; refines: yes under llvm and value-wise, from the thesis, section 3.2.3
define { i2, i2 } @store-fields-frozen.src(i2 noundef %a, i2 noundef %b) {
  %s = insertvalue { i2, i2 } poison, i2 %a, 0
  %t = insertvalue { i2, i2 } %s, i2 %b, 1
  ret { i2, i2 } %t
}
define { i2, i2 } @store-fields-frozen.tgt(i2 noundef %a, i2 noundef %b) {
  %p = alloca i8
  %load = load i8, ptr %p
  %frozen = freeze i8 %load
  %clear = and i8 %frozen, -4
  %wide = zext i2 %a to i8
  %set = or i8 %clear, %wide
  store i8 %set, ptr %p
  %load2 = load i8, ptr %p
  %frozen2 = freeze i8 %load2
  %clear2 = and i8 %frozen2, -13
  %wide2 = zext i2 %b to i8
  %shift = shl i8 %wide2, 2
  %set2 = or i8 %clear2, %shift
  store i8 %set2, ptr %p
  %word = load i8, ptr %p
  %first = trunc i8 %word to i2
  %high = lshr i8 %word, 2
  %second = trunc i8 %high to i2
  %s = insertvalue { i2, i2 } poison, i2 %first, 0
  %t = insertvalue { i2, i2 } %s, i2 %second, 1
  ret { i2, i2 } %t
}

; If the stored field is poison, the freeze does not protect the adjacent field.
; refines: no under llvm and value-wise, from the thesis, section 3.2.3: "altering the value of every bit field"
; because: %b = poison
define { i2, i2 } @store-poison-field.src(i2 noundef %a, i2 %b) {
  %s = insertvalue { i2, i2 } poison, i2 %a, 0
  %t = insertvalue { i2, i2 } %s, i2 %b, 1
  ret { i2, i2 } %t
}
define { i2, i2 } @store-poison-field.tgt(i2 noundef %a, i2 %b) {
  %p = alloca i8
  %wide = zext i2 %a to i8
  store i8 %wide, ptr %p
  %load2 = load i8, ptr %p
  %frozen2 = freeze i8 %load2
  %clear2 = and i8 %frozen2, 3
  %wide2 = zext i2 %b to i8
  %shift = shl i8 %wide2, 2
  %set2 = or i8 %clear2, %shift
  store i8 %set2, ptr %p
  %word = load i8, ptr %p
  %first = trunc i8 %word to i2
  %high = lshr i8 %word, 2
  %second = trunc i8 %high to i2
  %s = insertvalue { i2, i2 } poison, i2 %first, 0
  %t = insertvalue { i2, i2 } %s, i2 %second, 1
  ret { i2, i2 } %t
}

; As elements of a vector, the fields are independent, so no freeze is necessary.
; refines: yes under llvm and value-wise, from the thesis, section 3.2.3
define { i4, i4 } @store-fields-vector.src(i4 %a, i4 %b) {
  %s = insertvalue { i4, i4 } poison, i4 %a, 0
  %t = insertvalue { i4, i4 } %s, i4 %b, 1
  ret { i4, i4 } %t
}
define { i4, i4 } @store-fields-vector.tgt(i4 %a, i4 %b) {
  %p = alloca i8
  %load = load <2 x i4>, ptr %p
  %set = insertelement <2 x i4> %load, i4 %a, i32 0
  store <2 x i4> %set, ptr %p
  %load2 = load <2 x i4>, ptr %p
  %set2 = insertelement <2 x i4> %load2, i4 %b, i32 1
  store <2 x i4> %set2, ptr %p
  %word = load <2 x i4>, ptr %p
  %first = extractelement <2 x i4> %word, i32 0
  %second = extractelement <2 x i4> %word, i32 1
  %s = insertvalue { i4, i4 } poison, i4 %first, 0
  %t = insertvalue { i4, i4 } %s, i4 %second, 1
  ret { i4, i4 } %t
}

; The same bit by bit, as in the thesis' example: a field of one bit.
; refines: yes under llvm and value-wise, from the thesis, section 3.2.3
define <8 x i1> @store-bit-vector.src(i1 %foo) {
  %r = insertelement <8 x i1> poison, i1 %foo, i32 3
  ret <8 x i1> %r
}
define <8 x i1> @store-bit-vector.tgt(i1 %foo) {
  %p = alloca i8
  store <8 x i1> poison, ptr %p
  %val = load <8 x i1>, ptr %p
  %val2 = insertelement <8 x i1> %val, i1 %foo, i32 3
  store <8 x i1> %val2, ptr %p
  %r = load <8 x i1>, ptr %p
  ret <8 x i1> %r
}

; Section 4.2, figure 4.1: fields of 2 and 6 bits, as four elements of 2 bits. The first field is poison, the other is
; not.
; equals: yes under llvm and value-wise, from the thesis, section 4.2, figure 4.1
define i6 @common-divisor.src() {
  %p = alloca i8
  store <4 x i2> <i2 poison, i2 2, i2 0, i2 0>, ptr %p
  %word = load <4 x i2>, ptr %p
  %field = shufflevector <4 x i2> %word, <4 x i2> poison, <3 x i32> <i32 1, i32 2, i32 3>
  %r = bitcast <3 x i2> %field to i6
  ret i6 %r
}
define i6 @common-divisor.tgt() {
  ret i6 2
}

; Read as a whole word, the poison of the first field spreads to all bits.
; equals: yes under llvm and value-wise, from the thesis, sections 3.1 and 4.2
define i8 @common-word.src() {
  %p = alloca i8
  store <4 x i2> <i2 poison, i2 2, i2 0, i2 0>, ptr %p
  %word = load i8, ptr %p
  %r = lshr i8 %word, 2
  ret i8 %r
}
define i8 @common-word.tgt() {
  ret i8 poison
}

; Section 3.2.4: a load is widened to adjacent uninitialised memory. LLVM's undef is harmless here, because its bits are
; truncated; value-wise, the result is poison.
; refines: yes under llvm, no under value-wise, from the thesis, section 3.2.4
define i8 @widen-load.src(i8 %a) {
  %p = alloca i16
  store i8 %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @widen-load.tgt(i8 %a) {
  %p = alloca i16
  store i8 %a, ptr %p
  %wide = load i16, ptr %p
  %r = trunc i16 %wide to i8
  ret i8 %r
}

; If the adjacent memory is poison, it is incorrect in both semantics.
; refines: no under llvm and value-wise, from the thesis, section 3.2.4
; because: %b = poison
define i8 @widen-load-poison.src(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @widen-load-poison.tgt(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %wide = load i16, ptr %p
  %r = trunc i16 %wide to i8
  ret i8 %r
}

; As a vector, it is correct.
; refines: yes under llvm and value-wise, from the thesis, section 3.2.4
define i8 @widen-load-vector.src(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @widen-load-vector.tgt(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %tmp = load <2 x i8>, ptr %p
  %r = extractelement <2 x i8> %tmp, i32 0
  ret i8 %r
}

; Two adjacent loads are combined into one.
; refines: no under llvm and value-wise, from the thesis, sections 2.3.4 and 3.2.4
; because: %b = poison
define { i8, i8 } @combine-loads.src(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %first = load i8, ptr %p
  %second = load i8, ptr %q
  %s = insertvalue { i8, i8 } poison, i8 %first, 0
  %t = insertvalue { i8, i8 } %s, i8 %second, 1
  ret { i8, i8 } %t
}
define { i8, i8 } @combine-loads.tgt(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %both = load i16, ptr %p
  %first = trunc i16 %both to i8
  %high = lshr i16 %both, 8
  %second = trunc i16 %high to i8
  %s = insertvalue { i8, i8 } poison, i8 %first, 0
  %t = insertvalue { i8, i8 } %s, i8 %second, 1
  ret { i8, i8 } %t
}

; refines: yes under llvm and value-wise, from the thesis, section 3.2.4
define { i8, i8 } @combine-loads-vector.src(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %first = load i8, ptr %p
  %second = load i8, ptr %q
  %s = insertvalue { i8, i8 } poison, i8 %first, 0
  %t = insertvalue { i8, i8 } %s, i8 %second, 1
  ret { i8, i8 } %t
}
define { i8, i8 } @combine-loads-vector.tgt(i8 noundef range(i8 3, 5) %a, i8 %b) {
  %p = alloca i16
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %a, ptr %p
  store i8 %b, ptr %q
  %both = load <2 x i8>, ptr %p
  %first = extractelement <2 x i8> %both, i32 0
  %second = extractelement <2 x i8> %both, i32 1
  %s = insertvalue { i8, i8 } poison, i8 %first, 0
  %t = insertvalue { i8, i8 } %s, i8 %second, 1
  ret { i8, i8 } %t
}
