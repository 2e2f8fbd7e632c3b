; Broken: -1, 0 and 1 in one bit
declare i1 @llvm.scmp.i1.i32(i32, i32)
define i1 @f(i32 %a, i32 %b) {
  %order = call i1 @llvm.scmp.i1.i32(i32 %a, i32 %b)
  ret i1 %order
}
; Near miss: two bits are enough
declare i2 @llvm.scmp.i2.i32(i32, i32)
define i2 @f(i32 %a, i32 %b) {
  %order = call i2 @llvm.scmp.i2.i32(i32 %a, i32 %b)
  ret i2 %order
}
