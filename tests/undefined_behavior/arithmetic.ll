; Expectations from LangRef, "Binary Operations" and "Conversion Operations".

; Callers may pass any value unless the parameter has a promise.
; %a: poison argument %a, undef argument %a
; %b: well-defined
; The nsw sum wraps for some values. The other sum is undefined only if %a is.
; %sum: poison argument %a, undef argument %a
; %wraps: poison nsw %wraps
; %product: poison nuw %product
; Without a flag, the result is defined.
; %plain: well-defined
define void @wraps(i32 %a, i32 noundef %b) {
  %sum = add i32 %a, %b
  %wraps = add nsw i32 %b, 1
  %product = mul nuw i32 %b, 3
  %plain = mul i32 %b, 3
  ret void
}

; 255 + 255 fits in 32 bits, signed and unsigned.
; %small: well-defined
; 255 - 256 is negative, which only violates nuw.
; %less: well-defined
; %wraps: poison nuw %wraps
; 15 * 15 fits in 8 bits unsigned, but not signed.
; %square: well-defined
; %signed: poison nsw %signed
define void @fits(i8 noundef %a, i8 noundef %b) {
  %wide.a = zext i8 %a to i32
  %wide.b = zext i8 %b to i32
  %small = add nuw nsw i32 %wide.a, %wide.b
  %less = sub nsw i32 %wide.a, 256
  %wraps = sub nuw i32 %wide.a, 256
  %low = and i8 %a, 15
  %square = mul nuw i8 %low, %low
  %signed = mul nsw i8 %low, %low
  ret void
}

; The amount of a shift has to be less than the width.
; %any: poison shift_amount %any
; %seven: well-defined
; %masked: well-defined
; %rest: well-defined
; %too.far: poison shift_amount %too.far
; A remainder modulo 33 can be 32, which is too large.
; %remainder: poison shift_amount %remainder
define void @shifts(i32 noundef %a, i32 noundef %b) {
  %any = shl i32 %a, %b
  %seven = lshr i32 %a, 7
  %mask = and i32 %b, 31
  %masked = ashr i32 %a, %mask
  %modulo = urem i32 %b, 32
  %rest = shl i32 %a, %modulo
  %too.far = shl i32 %a, 32
  %more = urem i32 %b, 33
  %remainder = shl i32 %a, %more
  ret void
}

; %exact: poison exact %exact
; %whole: well-defined
; %disjoint: poison disjoint %disjoint
; Bits 0 to 3 and bits from 4 have none in common.
; %apart: well-defined
; %positive: poison nneg %positive
; %not.negative: well-defined
; %lost: poison nuw %lost
; %kept: well-defined
; A comparison of operands whose signs may differ, and of operands whose signs are equal.
; %same: poison samesign %same
; %both: well-defined
define void @promises(i32 noundef %a, i32 noundef %b) {
  %exact = udiv exact i32 %a, 3
  %whole = udiv exact i32 %a, 1
  %disjoint = or disjoint i32 %a, %b
  %low = and i32 %a, 15
  %high = shl i32 %b, 4
  %apart = or disjoint i32 %low, %high
  %positive = zext nneg i32 %a to i64
  %not.negative = zext nneg i32 %low to i64
  %lost = trunc nuw i32 %a to i8
  %kept = trunc nuw nsw i32 %low to i8
  %same = icmp samesign ult i32 %a, %b
  %both = icmp samesign ult i32 %low, 3
  ret void
}

; The conversion of a float that does not fit is poison; the analysis does not know which floats fit.
; %integer: poison float_to_integer %integer
; %saturated: well-defined
; %fast: poison nnan %fast
; %finite: poison ninf %finite
; %precise: well-defined
; LangRef: sitofp, fptrunc and fneg have no such case.
; %float: well-defined
define void @floats(float noundef %a, i32 noundef %b) {
  %integer = fptosi float %a to i32
  %saturated = call i32 @llvm.fptosi.sat.i32.f32(float %a)
  %fast = fadd nnan float %a, 1.0
  %finite = fmul ninf float %a, 2.0
  %precise = fdiv float %a, %a
  %float = sitofp i32 %b to float
  ret void
}

; The flag makes the result for the smallest integer, or zero, poison.
; %least: poison intrinsic %least
; %all: well-defined
; %zeros: poison intrinsic %zeros
; %counted: well-defined
; Each part of the result depends on both operands, and is defined.
; %checked.0: well-defined
; %checked.1: well-defined
define void @intrinsics(i32 noundef %a) {
  %least = call i32 @llvm.abs.i32(i32 %a, i1 true)
  %all = call i32 @llvm.abs.i32(i32 %a, i1 false)
  %zeros = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  %counted = call i32 @llvm.ctpop.i32(i32 %a)
  %checked = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)
  ret void
}

; A frozen value is defined, and so are values computed from it.
; %frozen: well-defined
; %next: well-defined
; %one: well-defined
; %again: poison nsw %again
define void @freezes(i32 %a) {
  %frozen = freeze i32 %a
  %next = add i32 %frozen, 1
  %again = add nsw i32 %frozen, 1
  %one = freeze i32 poison
  ret void
}

declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
