; Broken: the mode cannot be the one that the program has set
declare half @llvm.fptrunc.round.f16.f32(float, metadata)
define half @f(float %x) {
  %rounded = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !"round.dynamic")
  ret half %rounded
}
; Near miss: it rounds down
declare half @llvm.fptrunc.round.f16.f32(float, metadata)
define half @f(float %x) {
  %rounded = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !"round.downward")
  ret half %rounded
}
