; Broken: two values cannot be returned in one register
declare { i64, i64 } @llvm.experimental.patchpoint.sl_i64i64s(i64, i32, ptr, i32, ...)
define void @f(ptr %target) {
  %result = call anyregcc { i64, i64 } (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.sl_i64i64s(i64 1, i32 16, ptr %target, i32 0)
  ret void
}
; Near miss: one value
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
define void @f(ptr %target) {
  %result = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 16, ptr %target, i32 0)
  ret void
}
