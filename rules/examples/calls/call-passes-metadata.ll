; Broken: %p does not point to an intrinsic
define void @f(ptr %p) {
  call void %p(metadata !"text")
  ret void
}
; Near miss: an intrinsic takes metadata
declare i64 @llvm.read_register.i64(metadata)

define i64 @f() {
  %sp = call i64 @llvm.read_register.i64(metadata !{!"rsp"})
  ret i64 %sp
}
