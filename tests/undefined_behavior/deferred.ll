; Values that are undef or poison in every execution: computed from undef, or by an operation whose flag is violated.

; A shift by the width is poison (LangRef, shl), and so is a comparison with it.
; #2: definite poison
define void @shifted(i32 noundef %x) {
  %far = shl i32 %x, 32
  %is.zero = icmp eq i32 %far, 0
  br i1 %is.zero, label %one, label %two
one:
  ret void
two:
  ret void
}

; 200 + 100 does not fit into 8 bits.
; #2: definite poison
define void @wraps() {
  %sum = add nuw i8 200, 100
  %is.less = icmp ult i8 %sum, 7
  br i1 %is.less, label %one, label %two
one:
  ret void
two:
  ret void
}

; As signed numbers, -56 + 100 fits.
; #2: nothing
define void @fits() {
  %sum = add nsw i8 200, 100
  %is.less = icmp ult i8 %sum, 7
  br i1 %is.less, label %one, label %two
one:
  ret void
two:
  ret void
}

; Four of the lowest bits of undef are any number from 0 to 15: some are less than 8, and some are not.
; #2: definite undef
define void @masked() {
  %low = and i32 undef, 15
  %is.less = icmp ult i32 %low, 8
  br i1 %is.less, label %one, label %two
one:
  ret void
two:
  ret void
}

; The greatest and the least odd number are both possible.
; #2: definite undef
define void @odd() {
  %odd = or i32 undef, 1
  %is.positive = icmp sgt i32 %odd, 0
  br i1 %is.positive, label %one, label %two
one:
  ret void
two:
  ret void
}

; 0, 4, 8 or 12.
; #1: definite undef
define i32 @divided() {
  %multiple = and i32 undef, 12
  %quotient = udiv i32 1, %multiple
  ret i32 %quotient
}

; An odd number is not 0, although this is not known of every undef value.
; #1: conditional undef
define i32 @divided.by.odd() {
  %odd = or i32 undef, 1
  %quotient = udiv i32 1, %odd
  ret i32 %quotient
}

; There are only two elements.
; #1: definite poison
define void @outside(<2 x i1> noundef %pair) {
  %third = extractelement <2 x i1> %pair, i32 2
  br i1 %third, label %one, label %two
one:
  ret void
two:
  ret void
}

; No number of leading zeros is known for 0 if the flag says so.
; #2: definite poison
define void @leading() {
  %count = call i32 @llvm.ctlz.i32(i32 0, i1 true)
  %is.zero = icmp eq i32 %count, 0
  br i1 %is.zero, label %one, label %two
one:
  ret void
two:
  ret void
}

; Undef plus 1 overflows for one number, and for the others it does not.
; #2: definite undef
define void @overflows() {
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 undef, i32 1)
  %flag = extractvalue { i32, i1 } %pair, 1
  br i1 %flag, label %one, label %two
one:
  ret void
two:
  ret void
}

; Where the condition is true, the divisor is 0.
; #2: definite zero
define i32 @again(i1 noundef %condition) {
  br i1 %condition, label %then, label %end
then:
  %divisor = select i1 %condition, i32 0, i32 1
  %quotient = udiv i32 1, %divisor
  ret i32 %quotient
end:
  ret i32 0
}

declare i32 @llvm.ctlz.i32(i32, i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
