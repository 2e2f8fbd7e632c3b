; Broken: the intrinsic does not have an address
@table = global [1 x ptr] [ptr @llvm.ctpop.i32]

declare i32 @llvm.ctpop.i32(i32)
; Near miss: a function that calls the intrinsic
@table = global [1 x ptr] [ptr @ctpop]

declare i32 @llvm.ctpop.i32(i32)

define i32 @ctpop(i32 %x) {
  %count = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %count
}
