; Broken: integers are never unordered
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
define <4 x i1> @f(<4 x i32> %a, <4 x i32> %b, <4 x i1> %mask, i32 %length) {
  %is = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %a, <4 x i32> %b, metadata !"uno", <4 x i1> %mask, i32 %length)
  ret <4 x i1> %is
}
; Near miss: unsigned and greater
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
define <4 x i1> @f(<4 x i32> %a, <4 x i32> %b, <4 x i1> %mask, i32 %length) {
  %is = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %a, <4 x i32> %b, metadata !"ugt", <4 x i1> %mask, i32 %length)
  ret <4 x i1> %is
}
