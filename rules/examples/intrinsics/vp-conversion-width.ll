; Broken: an extension to the same size
declare <4 x i32> @llvm.vp.zext.v4i32.v4i32(<4 x i32>, <4 x i1>, i32)
define <4 x i32> @f(<4 x i32> %x, <4 x i1> %mask, i32 %length) {
  %wide = call <4 x i32> @llvm.vp.zext.v4i32.v4i32(<4 x i32> %x, <4 x i1> %mask, i32 %length)
  ret <4 x i32> %wide
}
; Near miss: by one bit
declare <4 x i33> @llvm.vp.zext.v4i33.v4i32(<4 x i32>, <4 x i1>, i32)
define <4 x i33> @f(<4 x i32> %x, <4 x i1> %mask, i32 %length) {
  %wide = call <4 x i33> @llvm.vp.zext.v4i33.v4i32(<4 x i32> %x, <4 x i1> %mask, i32 %length)
  ret <4 x i33> %wide
}
