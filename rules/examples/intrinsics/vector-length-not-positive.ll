; Broken: no lanes
declare i32 @llvm.experimental.get.vector.length.i32(i32, i32, i1)
define i32 @f(i32 %count) {
  %length = call i32 @llvm.experimental.get.vector.length.i32(i32 %count, i32 0, i1 true)
  ret i32 %length
}
; Near miss: one lane for each vscale
declare i32 @llvm.experimental.get.vector.length.i32(i32, i32, i1)
define i32 @f(i32 %count) {
  %length = call i32 @llvm.experimental.get.vector.length.i32(i32 %count, i32 1, i1 true)
  ret i32 %length
}
