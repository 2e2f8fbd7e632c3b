; Broken: columns of two elements, one element apart
declare void @llvm.matrix.column.major.store.v4f32.i64(<4 x float>, ptr, i64, i1, i32, i32)
define void @f(<4 x float> %matrix, ptr %p) {
  call void @llvm.matrix.column.major.store.v4f32.i64(<4 x float> %matrix, ptr %p, i64 1, i1 false, i32 2, i32 2)
  ret void
}
; Near miss: a distance that is computed
declare void @llvm.matrix.column.major.store.v4f32.i64(<4 x float>, ptr, i64, i1, i32, i32)
define void @f(<4 x float> %matrix, ptr %p, i64 %stride) {
  call void @llvm.matrix.column.major.store.v4f32.i64(<4 x float> %matrix, ptr %p, i64 %stride, i1 false, i32 2, i32 2)
  ret void
}
