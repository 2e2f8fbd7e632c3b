; Broken: three bytes
declare i24 @llvm.bswap.i24(i24)
define i24 @f(i24 %x) {
  %swapped = call i24 @llvm.bswap.i24(i24 %x)
  ret i24 %swapped
}
; Near miss: six bytes
declare i48 @llvm.bswap.i48(i48)
define i48 @f(i48 %x) {
  %swapped = call i48 @llvm.bswap.i48(i48 %x)
  ret i48 %swapped
}
