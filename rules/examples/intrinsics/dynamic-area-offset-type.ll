; Broken: pointers have 64 bits
declare i32 @llvm.get.dynamic.area.offset.i32()
define i32 @f() {
  %offset = call i32 @llvm.get.dynamic.area.offset.i32()
  ret i32 %offset
}
; Near miss: pointers to the stack have 32 bits
target datalayout = "p:64:64-p5:32:32-A5"
declare i32 @llvm.get.dynamic.area.offset.i32()
define i32 @f() {
  %offset = call i32 @llvm.get.dynamic.area.offset.i32()
  ret i32 %offset
}
