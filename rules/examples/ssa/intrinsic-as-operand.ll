; Broken: the address of an intrinsic is stored
declare void @llvm.donothing()

define void @f(ptr %callback) {
  store ptr @llvm.donothing, ptr %callback
  ret void
}
; Near miss: the address of a function that calls the intrinsic
declare void @llvm.donothing()

define void @nothing() {
  call void @llvm.donothing()
  ret void
}

define void @f(ptr %callback) {
  store ptr @nothing, ptr %callback
  ret void
}
