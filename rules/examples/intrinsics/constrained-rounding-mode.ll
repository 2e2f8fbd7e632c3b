; Broken: the mode is called `round.upward`
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define float @f(float %a, float %b) strictfp {
  %sum = call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.up", metadata !"fpexcept.strict") strictfp
  ret float %sum
}
; Near miss: the mode that the program has set
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define float @f(float %a, float %b) strictfp {
  %sum = call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret float %sum
}
