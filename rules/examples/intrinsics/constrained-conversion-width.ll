; Broken: a truncation from 16 to 16 bits
declare half @llvm.experimental.constrained.fptrunc.f16.bf16(bfloat, metadata, metadata)
define half @f(bfloat %x) strictfp {
  %small = call half @llvm.experimental.constrained.fptrunc.f16.bf16(bfloat %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret half %small
}
; Near miss: a truncation from 32 to 16 bits
declare half @llvm.experimental.constrained.fptrunc.f16.f32(float, metadata, metadata)
define half @f(float %x) strictfp {
  %small = call half @llvm.experimental.constrained.fptrunc.f16.f32(float %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret half %small
}
