; Broken: an `i32` has no bit 32
define i32 @f(i32 %a) {
  %shifted = shl i32 %a, 32
  ret i32 %shifted
}
; Near miss: the largest defined shift amount
define <2 x i32> @f(<2 x i32> %a) {
  %shifted = lshr <2 x i32> %a, <i32 31, i32 0>
  ret <2 x i32> %shifted
}
