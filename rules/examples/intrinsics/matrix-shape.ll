; Broken: 2 × 3 elements in a vector of four
declare <4 x float> @llvm.matrix.column.major.load.v4f32.i64(ptr, i64, i1, i32, i32)
define <4 x float> @f(ptr %p) {
  %matrix = call <4 x float> @llvm.matrix.column.major.load.v4f32.i64(ptr %p, i64 2, i1 false, i32 2, i32 3)
  ret <4 x float> %matrix
}
; Near miss: 2 × 3 elements in a vector of six
declare <6 x float> @llvm.matrix.column.major.load.v6f32.i64(ptr, i64, i1, i32, i32)
define <6 x float> @f(ptr %p) {
  %matrix = call <6 x float> @llvm.matrix.column.major.load.v6f32.i64(ptr %p, i64 2, i1 false, i32 2, i32 3)
  ret <6 x float> %matrix
}
