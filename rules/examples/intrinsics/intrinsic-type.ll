; Broken: the number of set bits has the type of the number itself
declare i32 @llvm.ctpop.i64(i64)
define i32 @f(i64 %x) {
  %count = call i32 @llvm.ctpop.i64(i64 %x)
  ret i32 %count
}
; Near miss: a vector of counts for a vector of numbers
declare <2 x i64> @llvm.ctpop.v2i64(<2 x i64>)
define <2 x i64> @f(<2 x i64> %x) {
  %count = call <2 x i64> @llvm.ctpop.v2i64(<2 x i64> %x)
  ret <2 x i64> %count
}
