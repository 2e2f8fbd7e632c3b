; Facts about numbers that hold, and some that only seem to hold.

; The amount may be either number.
; %shifted: poison shift_amount %shifted
; %small: well-defined
define void @selected(i1 noundef %c) {
  %amount = select i1 %c, i32 3, i32 40
  %shifted = shl i32 1, %amount
  %less = select i1 %c, i32 3, i32 30
  %small = shl i32 1, %less
  ret void
}

; Both numbers have bit 4, so their exclusive or does not have it: it may be 0.
; %difference: poison nuw %difference
; %rest: well-defined
define void @bits(i32 noundef %a, i32 noundef %b) {
  %one = or i32 %a, 16
  %other = or i32 %b, 16
  %xor = xor i32 %one, %other
  %difference = sub nuw i32 %xor, 16
  %or = or i32 %one, %other
  %rest = sub nuw i32 %or, 16
  ret void
}

; An or has as many trailing zeros as both operands have: one here, not four.
; %four: poison exact %four
; %one: well-defined
define void @low.zeros(i32 noundef %a, i32 noundef %b) {
  %many = shl i32 %a, 4
  %few = shl i32 %b, 1
  %both = or i32 %many, %few
  %four = lshr exact i32 %both, 4
  %one = lshr exact i32 %both, 1
  ret void
}

; 64 to 127 shifted right by 0 to 6 may be as small as 1; -128 to -65 may remain -128.
; %positive: poison nuw %positive
; %negative: poison nsw %negative
; %more: well-defined
define void @shifted(i8 noundef %a, i8 noundef %b) {
  %amount = urem i8 %b, 7
  %low = and i8 %a, 63
  %large = or i8 %low, 64
  %quotient = ashr i8 %large, %amount
  %positive = sub nuw i8 %quotient, 64
  %more = sub nuw i8 %quotient, 1
  %least = sub i8 -65, %low
  %same = ashr i8 %least, %amount
  %negative = sub nsw i8 %same, 1
  ret void
}

; The loaded number is 0 to 7 or poison, and frozen poison is any number.
; %shifted: poison shift_amount %shifted
define void @frozen(ptr noundef %p) {
  %number = load i32, ptr %p, !range !0
  %frozen = freeze i32 %number
  %shifted = shl i32 1, %frozen
  ret void
}

; The branch only depends on the lowest bit: the other bits may be undef after it. Poison would be undefined behaviour
; at the branch.
; %sum: undef argument %a
define void @truncated(i32 %a) {
  %bit = trunc i32 %a to i1
  br i1 %bit, label %yes, label %no
yes:
  %sum = add i32 %a, 1
  ret void
no:
  ret void
}

; The smallest integer divided by -1 overflows. The second divisor is 1 to 15, so that division cannot overflow.
; #0: conditional zero, conditional overflow
; #3: nothing
define void @overflow(i8 noundef %a, i8 noundef %b) {
  %any = sdiv i8 %a, %b
  %small = and i8 %b, 15
  %positive = or i8 %small, 1
  %defined = sdiv i8 %a, %positive
  ret void
}

; If the divisor is -1, an arbitrary dividend may be the smallest integer.
; #0: conditional zero, conditional overflow, conditional poison, conditional undef
define void @any.dividend(i8 %a, i8 noundef %b) {
  %quotient = sdiv i8 %a, %b
  ret void
}

!0 = !{i32 0, i32 8}

; An argument does not differ from itself, unless it is poison: then the frozen condition may be true.
; #2: conditional zero
define i1 @frozen.difference(i4 %a, i1 noundef %b) {
  %differs = icmp ne i4 %a, %a
  %divisor = freeze i1 %differs
  %r = urem i1 %b, %divisor
  ret i1 %r
}
