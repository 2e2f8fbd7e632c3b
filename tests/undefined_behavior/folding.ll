; Folding of constants, ranges and members, and the undefined behaviour that it reveals.

declare void @llvm.assume(i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare void @takes(i32 noundef)

; 3 is not less than 2.
; #1: definite zero
define void @assumption() {
  %less = icmp slt i32 3, 2
  call void @llvm.assume(i1 %less)
  ret void
}

; A parameter in the range 1 to 9 is either poison or not 0, so the assumption is false or poison.
; #1: definite zero, conditional poison, conditional undef
define void @promised(i32 range(i32 1, 10) %n) {
  %is.zero = icmp eq i32 %n, 0
  call void @llvm.assume(i1 %is.zero)
  ret void
}

; The parameter may be 5.
; #1: conditional poison, conditional undef, conditional zero
define void @kept(i32 range(i32 1, 10) %n) {
  %is.five = icmp eq i32 %n, 5
  call void @llvm.assume(i1 %is.five)
  ret void
}

; No unsigned number is less than 0.
; #1: definite zero
define void @least(i32 noundef %n) {
  %less = icmp ult i32 %n, 0
  call void @llvm.assume(i1 %less)
  ret void
}

; An undef operand can be chosen such that the comparison holds or does not, so its result is undef.
; #1: definite undef
define i32 @either(i32 range(i32 1, 10) %n) {
  %less = icmp ugt i32 5, undef
  br i1 %less, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; No number is greater than the maximum for any choice of undef, so this is not certain. irlog does not know that the
; result is never undef.
; #1: conditional undef
define i32 @neither() {
  %greater = icmp ugt i32 undef, -1
  br i1 %greater, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; The sum overflows, so the flag is true, and its negation is zero.
; #3: definite zero
define i1 @overflow() {
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 2147483647, i32 1)
  %flag = extractvalue { i32, i1 } %pair, 1
  %fits = xor i1 %flag, true
  %r = udiv i1 true, %fits
  ret i1 %r
}

; The difference of a value and itself.
; #2: definite zero
define i8 @difference(i8 noundef %a, i8 noundef %b) {
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %a)
  %zero = extractvalue { i8, i1 } %pair, 0
  %r = udiv i8 %b, %zero
  ret i8 %r
}

; The member that was inserted first.
; #3: definite zero
define i32 @member(i32 noundef %a) {
  %one = insertvalue { i32, { i32, i32 } } undef, i32 0, 1, 0
  %two = insertvalue { i32, { i32, i32 } } %one, i32 %a, 1, 1
  %zero = extractvalue { i32, { i32, i32 } } %two, 1, 0
  %r = udiv i32 %a, %zero
  ret i32 %r
}

; Lane 1 of the result is lane 0 of the second vector.
; #3: definite zero
define i32 @lane(i32 noundef %a, <2 x i32> noundef %v) {
  %first = insertelement <2 x i32> %v, i32 0, i64 0
  %both = shufflevector <2 x i32> %v, <2 x i32> %first, <2 x i32> <i32 1, i32 2>
  %zero = extractelement <2 x i32> %both, i64 1
  %r = udiv i32 %a, %zero
  ret i32 %r
}

; The maximum of 0 and -1, and the minimum of that and another number.
; #2: definite zero
define i32 @extremes(i32 noundef %a) {
  %zero = call i32 @llvm.smax.i32(i32 0, i32 -1)
  %still = call i32 @llvm.umin.i32(i32 %zero, i32 7)
  %r = udiv i32 %a, %still
  ret i32 %r
}

; Nothing is stored in the second member.
; #3: definite undef
define void @argument(i32 noundef %a) {
  %pair = alloca { i32, i32 }
  %second = getelementptr inbounds { i32, i32 }, ptr %pair, i64 0, i32 1
  %read = load i32, ptr %second
  call void @takes(i32 %read)
  ret void
}

; The same, if the load itself has the promise.
; #2: definite undef
define i32 @loaded() {
  %pair = alloca { i32, i32 }
  %second = getelementptr inbounds { i32, i32 }, ptr %pair, i64 0, i32 1
  %read = load i32, ptr %second, !noundef !0
  ret i32 %read
}

!0 = !{}

@still.zero = internal global i32 0
@changed = internal global i32 0
@table = internal global [2 x i32] [i32 1, i32 0]
@passed = internal global [2 x i32] [i32 1, i32 0]
declare void @takes.address(ptr)

; Nothing stores to the variable, so it is still 0.
; #1: definite zero
define i32 @unwritten() {
  %n = load i32, ptr @still.zero
  %q = udiv i32 1, %n
  ret i32 %q
}

; @change stores to it.
; #1: conditional undef, conditional poison, conditional zero
define i32 @written() {
  %n = load i32, ptr @changed
  %q = udiv i32 1, %n
  ret i32 %q
}

define void @change(i32 noundef %n) {
  store i32 %n, ptr @changed
  ret void
}

; The address of an element is computed, and only loaded from.
; #2: definite zero
define i32 @unwritten.element() {
  %address = getelementptr [2 x i32], ptr @table, i64 0, i64 1
  %n = load i32, ptr %address
  %q = udiv i32 1, %n
  ret i32 %q
}

; Whoever gets the address may store to the variable.
; #3: conditional undef, conditional poison, conditional zero
define i32 @passed.element() {
  %address = getelementptr [2 x i32], ptr @passed, i64 0, i64 1
  call void @takes.address(ptr %address)
  %n = load i32, ptr %address
  %q = udiv i32 1, %n
  ret i32 %q
}

@copied = internal global [2 x i32] [i32 1, i32 0]
@overwritten = internal global [2 x i32] [i32 1, i32 0]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Copying from a variable does not write to it.
; #3: definite zero
define i32 @copied.from() {
  %local = alloca [2 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr @copied, i64 8, i1 false)
  %n = load i32, ptr getelementptr (i8, ptr @copied, i64 4)
  %q = udiv i32 1, %n
  ret i32 %q
}

; Copying to it does.
; #1: conditional undef, conditional poison, conditional zero
define i32 @copied.to() {
  %n = load i32, ptr getelementptr (i8, ptr @overwritten, i64 4)
  %q = udiv i32 1, %n
  ret i32 %q
}

define void @overwrites(ptr noundef %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr @overwritten, ptr %from, i64 8, i1 false)
  ret void
}
