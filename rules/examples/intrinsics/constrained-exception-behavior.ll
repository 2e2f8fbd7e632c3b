; Broken: `strict` lacks its prefix
declare float @llvm.experimental.constrained.ceil.f32(float, metadata)
define float @f(float %x) strictfp {
  %above = call float @llvm.experimental.constrained.ceil.f32(float %x, metadata !"strict") strictfp
  ret float %above
}
; Near miss: the program can observe exceptions
declare float @llvm.experimental.constrained.ceil.f32(float, metadata)
define float @f(float %x) strictfp {
  %above = call float @llvm.experimental.constrained.ceil.f32(float %x, metadata !"fpexcept.strict") strictfp
  ret float %above
}
