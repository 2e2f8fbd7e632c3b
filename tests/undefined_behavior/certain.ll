; Values that variables certainly contain, and the certain undefined behaviour that follows.

; Null is stored, and nothing else before the store through it. Later stores do not matter.
; #3: definite null
define void @null(ptr noundef %other) {
  %p = alloca ptr
  store ptr null, ptr %p
  %address = load ptr, ptr %p
  store i32 1, ptr %address
  store ptr %other, ptr %p
  ret void
}

; On one of the paths, it is not null.
; #6: nothing
define void @other.null(i1 noundef %c, ptr noundef %other) {
  %p = alloca ptr
  store ptr null, ptr %p
  br i1 %c, label %then, label %end
then:
  store ptr %other, ptr %p
  br label %end
end:
  %address = load ptr, ptr %p
  store i32 1, ptr %address
  ret void
}

; A member at an offset from null: the address is not in bounds, and so poison. For offset 0, it would be null.
; #4: definite null, conditional poison
define i32 @member() {
  %p = alloca ptr
  store ptr null, ptr %p
  %base = load ptr, ptr %p
  %address = getelementptr inbounds { i32, i32 }, ptr %base, i64 0, i32 1
  %read = load i32, ptr %address
  ret i32 %read
}

; Null is a valid address here.
; #3: nothing
define void @valid() null_pointer_is_valid {
  %p = alloca ptr
  store ptr null, ptr %p
  %address = load ptr, ptr %p
  store i32 1, ptr %address
  ret void
}

; Zero on one path, and undef, which may be zero, on the other.
; #5: definite zero, conditional undef
define i32 @zero(i1 noundef %c, i32 noundef %a) {
  %d = alloca i32
  br i1 %c, label %then, label %end
then:
  store i32 0, ptr %d
  br label %end
end:
  %divisor = load i32, ptr %d
  %q = udiv i32 %a, %divisor
  ret i32 %q
}

; In the second iteration it would be one, but no execution without undefined behaviour reaches that.
; #5: definite zero
define i32 @rounds(i1 noundef %c, i32 noundef %a) {
  %d = alloca i32
  store i32 0, ptr %d
  br label %loop
loop:
  br label %next
next:
  %divisor = load i32, ptr %d
  %q = udiv i32 %a, %divisor
  store i32 1, ptr %d
  br i1 %c, label %loop, label %end
end:
  ret i32 %q
}

; Nothing was stored before the first load, so undef may be 0 or 1. The later store is not read.
; #3: definite undef
define i32 @undefined() {
  %x = alloca i32
  %read = load i32, ptr %x
  %condition = icmp ne i32 %read, 0
  br i1 %condition, label %then, label %end
then:
  store i32 1, ptr %x
  br label %end
end:
  ret i32 0
}

; The second iteration would read one, but the first iteration is already undefined behaviour.
; #3: definite undef
define i32 @undefined.once(i1 noundef %c) {
  %x = alloca i32
  br label %loop
loop:
  %read = load i32, ptr %x
  switch i32 %read, label %end [ i32 0, label %next ]
next:
  store i32 1, ptr %x
  br i1 %c, label %loop, label %end
end:
  ret i32 0
}

; No byte is less than zero unsigned, and every byte is less than 128 signed, so these comparisons are defined. The
; analysis does not know this, but it does not report them as certainly undef.
; #4: conditional undef
; #7: conditional undef
; #8: definite undef
define void @compared() {
  %x = alloca i8
  %read = load i8, ptr %x
  %less = icmp ult i8 %read, 0
  %word = sext i8 %read to i32
  call void @take(i1 noundef %less)
  %big = icmp slt i32 %word, 128
  %small = icmp slt i32 %word, 127
  call void @take(i1 noundef %big)
  call void @take(i1 noundef %small)
  ret void
}

; Some bits of the sum are undef. The and with zero has no undef bits.
; #5: definite undef
; #6: conditional undef
define void @some() {
  %x = alloca i1
  %read = load i1, ptr %x
  %word = zext i1 %read to i32
  %sum = add i32 %word, 1
  %none = and i32 %word, 0
  call void @take.word(i32 noundef %sum)
  call void @take.word(i32 noundef %none)
  ret void
}

; setjmp returns again with values that were stored after it.
; #9: nothing
define void @twice(ptr noundef %other) {
  %p = alloca ptr
  store ptr null, ptr %p
  %again = call i32 @setjmp(ptr %other) returns_twice
  %first = icmp eq i32 %again, 0
  br i1 %first, label %then, label %end
then:
  store ptr %other, ptr %p
  call void @longjmp(ptr %other)
  unreachable
end:
  %address = load ptr, ptr %p
  store i32 1, ptr %address
  ret void
}

; A volatile variable may change.
; #3: nothing
define void @volatile.null(ptr noundef %other) {
  %p = alloca ptr
  store volatile ptr null, ptr %p
  %address = load volatile ptr, ptr %p
  store i32 1, ptr %address
  ret void
}

declare void @take(i1)
declare void @take.word(i32)
declare i32 @setjmp(ptr) returns_twice
declare void @longjmp(ptr)
