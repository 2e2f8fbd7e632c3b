; Broken: four comparisons, two results
declare <2 x i8> @llvm.ucmp.v2i8.v4i32(<4 x i32>, <4 x i32>)
define <2 x i8> @f(<4 x i32> %a, <4 x i32> %b) {
  %order = call <2 x i8> @llvm.ucmp.v2i8.v4i32(<4 x i32> %a, <4 x i32> %b)
  ret <2 x i8> %order
}
; Near miss: four comparisons, four results
declare <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32>, <4 x i32>)
define <4 x i8> @f(<4 x i32> %a, <4 x i32> %b) {
  %order = call <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i8> %order
}
