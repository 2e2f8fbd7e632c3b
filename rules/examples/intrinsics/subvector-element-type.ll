; Broken: i32 elements in a vector of i16
declare <4 x i16> @llvm.vector.insert.v4i16.v2i32(<4 x i16>, <2 x i32>, i64)
define <4 x i16> @f(<4 x i16> %vector, <2 x i32> %part) {
  %whole = call <4 x i16> @llvm.vector.insert.v4i16.v2i32(<4 x i16> %vector, <2 x i32> %part, i64 0)
  ret <4 x i16> %whole
}
; Near miss: the same elements, in a scalable vector
declare <vscale x 4 x i32> @llvm.vector.insert.nxv4i32.v2i32(<vscale x 4 x i32>, <2 x i32>, i64)
define <vscale x 4 x i32> @f(<vscale x 4 x i32> %vector, <2 x i32> %part) {
  %whole = call <vscale x 4 x i32> @llvm.vector.insert.nxv4i32.v2i32(<vscale x 4 x i32> %vector, <2 x i32> %part, i64 4)
  ret <vscale x 4 x i32> %whole
}
