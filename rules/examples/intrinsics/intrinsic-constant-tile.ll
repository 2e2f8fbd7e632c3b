; Broken: the tile to store is a constant
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
define void @f(ptr %p) {
  call void @llvm.x86.tilestored64.internal(i16 8, i16 8, ptr %p, i64 64, x86_amx undef)
  ret void
}
; Near miss: the tile was loaded before
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
define void @f(ptr %p) {
  %tile = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 8, ptr %p, i64 64)
  call void @llvm.x86.tilestored64.internal(i16 8, i16 8, ptr %p, i64 64, x86_amx %tile)
  ret void
}
