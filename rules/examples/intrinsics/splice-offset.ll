; Broken: the vector may have no more than four lanes
declare <vscale x 4 x i32> @llvm.vector.splice.left.nxv4i32(<vscale x 4 x i32>, <vscale x 4 x i32>, i32)
define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b) {
  %spliced = call <vscale x 4 x i32> @llvm.vector.splice.left.nxv4i32(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b, i32 4)
  ret <vscale x 4 x i32> %spliced
}
; Near miss: the vector has at least eight lanes
declare <vscale x 4 x i32> @llvm.vector.splice.left.nxv4i32(<vscale x 4 x i32>, <vscale x 4 x i32>, i32)
define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b) vscale_range(2, 16) {
  %spliced = call <vscale x 4 x i32> @llvm.vector.splice.left.nxv4i32(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b, i32 4)
  ret <vscale x 4 x i32> %spliced
}
