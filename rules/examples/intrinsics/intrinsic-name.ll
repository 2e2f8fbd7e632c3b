; Broken: rename @llvm.ctpop.i32 to llvm.ctpop.i64
declare i32 @llvm.ctpop.i32(i32)
define i32 @f(i32 %x) {
  %count = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %count
}
; Near miss: the suffix names the type
declare i64 @llvm.ctpop.i64(i64)
define i64 @f(i64 %x) {
  %count = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %count
}
