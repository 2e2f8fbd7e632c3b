; Broken: bits of floating-point numbers
declare float @llvm.vector.reduce.and.v4f32(<4 x float>)
define float @f(<4 x float> %x) {
  %all = call float @llvm.vector.reduce.and.v4f32(<4 x float> %x)
  ret float %all
}
; Near miss: the smallest of floating-point numbers
declare float @llvm.vector.reduce.fmin.v4f32(<4 x float>)
define float @f(<4 x float> %x) {
  %least = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %x)
  ret float %least
}
