; Instructions that are undefined because each use of undef may be any number, and facts that hold after divisions and
; calls.

; LangRef, Undefined Values: undef may be the least number, and no number is less. So the assumption may be false,
; whatever %x is.
; #1: definite zero, conditional undef
define void @never.less(i32 noundef %x) {
  %less = icmp slt i32 %x, undef
  call void @llvm.assume(i1 %less)
  ret void
}

; The condition is always true if %x is the least number.
; #1: conditional zero, conditional undef
define void @maybe.less(i32 noundef %x) {
  %less = icmp sle i32 %x, undef
  call void @llvm.assume(i1 %less)
  ret void
}

; One false operand suffices.
; #2: definite zero, conditional undef
define void @both(i32 noundef %x, i1 noundef %other) {
  %less = icmp ult i32 %x, undef
  %both = and i1 %other, %less
  call void @llvm.assume(i1 %both)
  ret void
}

; One operand may be true.
; #2: conditional zero, conditional undef
define void @either(i32 noundef %x, i1 noundef %other) {
  %less = icmp ult i32 %x, undef
  %either = or i1 %other, %less
  call void @llvm.assume(i1 %either)
  ret void
}

; Both numbers that are selected may be less than the other number: 1 always is, undef may be.
; #2: definite zero, conditional undef
define void @selected(i1 noundef %c, i32 noundef %x) {
  %number = select i1 %c, i32 1, i32 undef
  %greater = icmp ugt i32 %number, 2
  call void @llvm.assume(i1 %greater)
  ret void
}

; A frozen comparison is the same at each use, and may be true.
; #2: conditional zero
define void @frozen(i32 noundef %x) {
  %less = icmp slt i32 %x, undef
  %frozen = freeze i1 %less
  call void @llvm.assume(i1 %frozen)
  ret void
}

; If the condition can be chosen to be false, it is undefined behaviour to branch on it where it can also be true. It
; cannot be true if %x is the greatest number, but it can be for 5.
; #1: conditional undef
; #4: definite undef
define void @branch(i32 noundef %x) {
  %less = icmp ult i32 %x, undef
  br i1 %less, label %yes, label %no
yes:
  ret void
no:
  %small = icmp ult i32 5, undef
  br i1 %small, label %yes, label %end
end:
  ret void
}

; The greatest number times 2 overflows: LangRef, mul. What is computed from undef may also be undef.
; #2: definite poison, conditional undef
define void @overflow() {
  %product = mul nsw i32 undef, 2
  %is.zero = icmp eq i32 %product, 0
  br i1 %is.zero, label %yes, label %no
yes:
  ret void
no:
  ret void
}

; With one bit, -1 is the least integer, so that it overflows to divide it by itself; LangRef, sdiv.
; #0: definite overflow
define i1 @by.itself(i1 noundef %x) {
  %quotient = sdiv i1 %x, %x
  ret i1 %quotient
}

; Unsigned, 1 is divided by 1.
; #0: conditional zero
define i1 @unsigned.by.itself(i1 noundef %x) {
  %quotient = udiv i1 %x, %x
  ret i1 %quotient
}

; The divisor is 0 or -1, and the dividend is the least integer.
; #1: definite overflow
define i8 @extended(i1 noundef %c) {
  %divisor = sext i1 %c to i8
  %quotient = sdiv i8 -128, %divisor
  ret i8 %quotient
}

; The dividend is another integer.
; #1: conditional zero
define i8 @not.the.least(i1 noundef %c) {
  %divisor = sext i1 %c to i8
  %quotient = sdiv i8 -127, %divisor
  ret i8 %quotient
}

; After the division, %x is not 0: control does not continue at %zero.
; #0: conditional zero
; #4: nothing
define i32 @not.zero(i32 noundef %x, ptr noundef %p) {
  %quotient = udiv i32 8, %x
  %is.zero = icmp eq i32 %x, 0
  br i1 %is.zero, label %zero, label %end
zero:
  %address = select i1 %is.zero, ptr null, ptr %p
  store i32 0, ptr %address
  br label %end
end:
  ret i32 %quotient
}

; Without the division, it may be.
; #3: definite null
define void @may.be.zero(i32 noundef %x, ptr noundef %p) {
  %is.zero = icmp eq i32 %x, 0
  br i1 %is.zero, label %zero, label %end
zero:
  %address = select i1 %is.zero, ptr null, ptr %p
  store i32 0, ptr %address
  br label %end
end:
  ret void
}

; A number divided by itself is 1, if that is defined.
; #0: conditional zero
; #2: definite zero
define i32 @one(i32 noundef %x) {
  %one = udiv i32 %x, %x
  %zero = sub i32 %one, 1
  %quotient = udiv i32 8, %zero
  ret i32 %quotient
}

; A frozen value that is neither undef nor poison does not change.
; #2: definite zero
define i32 @kept() {
  %zero = and i32 8, 7
  %frozen = freeze i32 %zero
  %quotient = udiv i32 8, %frozen
  ret i32 %quotient
}

; A shift by the width is poison, which freeze turns into any number.
; #2: conditional zero
define i32 @not.kept() {
  %poison = shl i32 0, 32
  %frozen = freeze i32 %poison
  %quotient = udiv i32 8, %frozen
  ret i32 %quotient
}

; An argument that may be undef differs from itself, and the frozen difference may be any number.
; #2: conditional zero
define i32 @not.kept.either(i32 %x) {
  %zero = sub i32 %x, %x
  %frozen = freeze i32 %zero
  %quotient = udiv i32 8, %frozen
  ret i32 %quotient
}

; The members of a frozen structure: one is 0, the other is poison before it is frozen.
; #4: definite zero
; #5: conditional zero
define i32 @members() {
  %one = insertvalue { i32, i32 } poison, i32 0, 0
  %frozen = freeze { i32, i32 } %one
  %zero = extractvalue { i32, i32 } %frozen, 0
  %any = extractvalue { i32, i32 } %frozen, 1
  %first = udiv i32 8, %zero
  %second = udiv i32 8, %any
  ret i32 %second
}

; The condition may be poison: then the frozen structure contains any numbers.
; #4: conditional zero
define i32 @selected.members(i1 %c) {
  %is.same = icmp eq i1 %c, %c
  %one = select i1 %is.same, [1 x i32] zeroinitializer, [1 x i32] [i32 1]
  %frozen = freeze [1 x i32] %one
  %zero = extractvalue [1 x i32] %frozen, 0
  %quotient = udiv i32 8, %zero
  ret i32 %quotient
}

; LangRef, dereferenceable: there is memory at the address, so it is not null, and control does not continue at %null.
; The same holds of an address from which it is computed.
; #4: nothing
define void @passed(ptr noundef %p) {
  %member = getelementptr inbounds i8, ptr %p, i64 8
  call void @takes(ptr noundef dereferenceable(4) %member)
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %null, label %end
null:
  store i32 0, ptr %p
  ret void
end:
  ret void
}

; Without the attribute, %p may be null.
; #3: definite null
define void @may.be.null(ptr noundef %p) {
  call void @takes(ptr noundef %p)
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %null, label %end
null:
  store i32 0, ptr %p
  ret void
end:
  ret void
}

; The same if the call throws: the arguments are passed before.
; #3: nothing
define void @thrown(ptr noundef %p) personality ptr @personality {
  invoke void @takes(ptr nonnull noundef %p) to label %end unwind label %pad
pad:
  %caught = landingpad { ptr, i32 } catch ptr null
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %null, label %end
null:
  store i32 0, ptr %p
  ret void
end:
  ret void
}

declare void @takes(ptr)
declare i32 @personality(...)
declare void @llvm.assume(i1)
