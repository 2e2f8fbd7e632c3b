; Broken: a pointer into the alloca
declare void @llvm.lifetime.start.p0(ptr)
define void @f() {
  %array = alloca [4 x i32]
  %element = getelementptr [4 x i32], ptr %array, i64 0, i64 1
  call void @llvm.lifetime.start.p0(ptr %element)
  ret void
}
; Near miss: the alloca itself
declare void @llvm.lifetime.start.p0(ptr)
define void @f() {
  %array = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(ptr %array)
  ret void
}
