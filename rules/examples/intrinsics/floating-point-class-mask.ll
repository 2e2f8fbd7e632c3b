; Broken: the mask has an eleventh bit
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @f(float %x) {
  %is = call i1 @llvm.is.fpclass.f32(float %x, i32 1024)
  ret i1 %is
}
; Near miss: all ten classes
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @f(float %x) {
  %is = call i1 @llvm.is.fpclass.f32(float %x, i32 1023)
  ret i1 %is
}
