; Broken: floating-point numbers are not compared as signed integers
declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata, metadata)
define i1 @f(float %a, float %b) strictfp {
  %less = call i1 @llvm.experimental.constrained.fcmp.f32(float %a, float %b, metadata !"slt", metadata !"fpexcept.strict") strictfp
  ret i1 %less
}
; Near miss: ordered and less
declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata, metadata)
define i1 @f(float %a, float %b) strictfp {
  %less = call i1 @llvm.experimental.constrained.fcmp.f32(float %a, float %b, metadata !"olt", metadata !"fpexcept.strict") strictfp
  ret i1 %less
}
