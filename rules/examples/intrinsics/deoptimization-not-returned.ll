; Broken: another number is returned
declare i32 @llvm.experimental.deoptimize.i32(...)
define i32 @f() {
  %result = call i32 (...) @llvm.experimental.deoptimize.i32() ["deopt"()]
  ret i32 0
}
; Near miss: the result is returned
declare i32 @llvm.experimental.deoptimize.i32(...)
define i32 @f() {
  %result = call i32 (...) @llvm.experimental.deoptimize.i32() ["deopt"()]
  ret i32 %result
}
