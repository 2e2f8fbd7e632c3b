; Broken: four lanes become two
declare <2 x i16> @llvm.vp.trunc.v2i16.v4i32(<4 x i32>, <2 x i1>, i32)
define <2 x i16> @f(<4 x i32> %x, <2 x i1> %mask, i32 %length) {
  %small = call <2 x i16> @llvm.vp.trunc.v2i16.v4i32(<4 x i32> %x, <2 x i1> %mask, i32 %length)
  ret <2 x i16> %small
}
; Near miss: four lanes stay four
declare <4 x i16> @llvm.vp.trunc.v4i16.v4i32(<4 x i32>, <4 x i1>, i32)
define <4 x i16> @f(<4 x i32> %x, <4 x i1> %mask, i32 %length) {
  %small = call <4 x i16> @llvm.vp.trunc.v4i16.v4i32(<4 x i32> %x, <4 x i1> %mask, i32 %length)
  ret <4 x i16> %small
}
