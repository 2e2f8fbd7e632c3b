; Broken: the function returns a float
declare i32 @llvm.experimental.deoptimize.i32(...)
define float @f() {
  %result = call i32 (...) @llvm.experimental.deoptimize.i32() ["deopt"()]
  ret float 0.0
}
; Near miss: the function returns an integer
declare i32 @llvm.experimental.deoptimize.i32(...)
define i32 @f() {
  %result = call i32 (...) @llvm.experimental.deoptimize.i32() ["deopt"()]
  ret i32 %result
}
