; Broken: not a multiple of eight
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
define void @f() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 100)
  ret void
}
; Near miss: 13 times eight
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
define void @f() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 104)
  ret void
}
