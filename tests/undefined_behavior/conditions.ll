; The numbers that are possible after a condition.

declare void @llvm.assume(i1 noundef)

; After the branch, the amount is less than 32 on one path, at least 32 on the other, and any number after the paths
; join.
; %small: well-defined
; %large: poison shift_amount %large
; %any: poison shift_amount %any
define void @branch(i32 noundef %n) {
  %is.small = icmp ult i32 %n, 32
  br i1 %is.small, label %yes, label %no
yes:
  %small = shl i32 1, %n
  br label %end
no:
  %large = shl i32 1, %n
  br label %end
end:
  %any = shl i32 1, %n
  ret void
}

; The false outcome of the opposite condition has the same effect.
; %large: poison shift_amount %large
; %small: well-defined
define void @negated(i32 noundef %n) {
  %is.large = icmp ugt i32 %n, 31
  br i1 %is.large, label %yes, label %no
yes:
  %large = shl i32 1, %n
  ret void
no:
  %small = shl i32 1, %n
  ret void
}

; Control also reaches the shift without the condition.
; %amount: poison shift_amount %amount
define void @two.ways(i1 noundef %c, i32 noundef %n) {
  br i1 %c, label %test, label %shift
test:
  %is.small = icmp ult i32 %n, 32
  br i1 %is.small, label %shift, label %end
shift:
  %amount = shl i32 1, %n
  br label %end
end:
  ret void
}

; A frozen comparison of an undef argument may be true although the argument is 32 at its use.
; %amount: poison shift_amount %amount, undef argument %n
define void @undef(i32 %n) {
  %is.small = icmp ult i32 %n, 32
  %decides = freeze i1 %is.small
  br i1 %decides, label %yes, label %no
yes:
  %amount = shl i32 1, %n
  ret void
no:
  ret void
}

; A frozen value is a single number.
; %amount: well-defined
define void @frozen(i32 %n) {
  %one = freeze i32 %n
  %is.small = icmp ult i32 %one, 32
  br i1 %is.small, label %yes, label %no
yes:
  %amount = shl i32 1, %one
  ret void
no:
  ret void
}

; If an and is true, both conditions hold; if it is false, it is unknown which one does not.
; %both: well-defined
; %neither: poison nuw %neither
define void @and(i8 noundef %a, i8 noundef %b) {
  %a.small = icmp ult i8 %a, 128
  %b.small = icmp ult i8 %b, 128
  %are.small = and i1 %a.small, %b.small
  br i1 %are.small, label %yes, label %no
yes:
  %both = add nuw i8 %a, %b
  ret void
no:
  %neither = add nuw i8 %a, %b
  ret void
}

; If an or is true, at least one of the conditions holds; if it is false, neither does.
; %one: poison nuw %one
; %none: well-defined
define void @or(i8 noundef %a, i8 noundef %b) {
  %a.large = icmp uge i8 %a, 128
  %b.large = icmp uge i8 %b, 128
  %is.large = or i1 %a.large, %b.large
  br i1 %is.large, label %yes, label %no
yes:
  %one = add nuw i8 %a, %b
  ret void
no:
  %none = add nuw i8 %a, %b
  ret void
}

; In a case, the number equals the case value; in the default destination, it is any other number.
; %case: well-defined
; %default: poison shift_amount %default
define void @switch(i32 noundef %n) {
  switch i32 %n, label %other [
    i32 3, label %one
    i32 31, label %one
  ]
one:
  %case = shl i32 1, %n
  ret void
other:
  %default = shl i32 1, %n
  ret void
}

; An assumption holds after it.
; %before: poison shift_amount %before
; %behind: well-defined
define void @assume(i32 noundef %n) {
  %before = shl i32 1, %n
  %is.small = icmp ult i32 %n, 32
  call void @llvm.assume(i1 %is.small)
  %behind = shl i32 1, %n
  ret void
}
