; Broken: all 16 bits come after the point, and the number has a sign
declare i16 @llvm.smul.fix.i16(i16, i16, i32)
define i16 @f(i16 %a, i16 %b) {
  %product = call i16 @llvm.smul.fix.i16(i16 %a, i16 %b, i32 16)
  ret i16 %product
}
; Near miss: without a sign, all bits may come after the point
declare i16 @llvm.umul.fix.i16(i16, i16, i32)
define i16 @f(i16 %a, i16 %b) {
  %product = call i16 @llvm.umul.fix.i16(i16 %a, i16 %b, i32 16)
  ret i16 %product
}
