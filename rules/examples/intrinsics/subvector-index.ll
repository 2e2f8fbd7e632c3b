; Broken: the part begins at an odd lane
declare <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32>, i64)
define <2 x i32> @f(<4 x i32> %vector) {
  %part = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %vector, i64 1)
  ret <2 x i32> %part
}
; Near miss: the second half
declare <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32>, i64)
define <2 x i32> @f(<4 x i32> %vector) {
  %part = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %vector, i64 2)
  ret <2 x i32> %part
}
