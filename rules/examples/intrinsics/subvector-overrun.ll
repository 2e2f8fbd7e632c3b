; Broken: four lanes from lane 4 on, of six
declare <4 x i32> @llvm.vector.extract.v4i32.v6i32(<6 x i32>, i64)
define <4 x i32> @f(<6 x i32> %vector) {
  %part = call <4 x i32> @llvm.vector.extract.v4i32.v6i32(<6 x i32> %vector, i64 4)
  ret <4 x i32> %part
}
; Near miss: a scalable vector may have more lanes
declare <4 x i32> @llvm.vector.extract.v4i32.nxv2i32(<vscale x 2 x i32>, i64)
define <4 x i32> @f(<vscale x 2 x i32> %vector) {
  %part = call <4 x i32> @llvm.vector.extract.v4i32.nxv2i32(<vscale x 2 x i32> %vector, i64 4)
  ret <4 x i32> %part
}
