; Broken: one has a different convention
declare i32 @llvm.experimental.deoptimize.i32(...)
declare ghccc void @llvm.experimental.deoptimize.isVoid(...)
; Near miss: both have the same
declare ghccc i32 @llvm.experimental.deoptimize.i32(...)
declare ghccc void @llvm.experimental.deoptimize.isVoid(...)
