; Broken: `llvm.ctpop.i32` returns an i32
declare i32 @llvm.ctpop.i32(i32)

define i64 @f(i32 %x) {
  %count = call i64 @llvm.ctpop.i32(i32 %x)
  ret i64 %count
}
; Near miss: the call has the type of the intrinsic
declare i32 @llvm.ctpop.i32(i32)

define i32 @f(i32 %x) {
  %count = call i32 (i32) @llvm.ctpop.i32(i32 %x)
  ret i32 %count
}
