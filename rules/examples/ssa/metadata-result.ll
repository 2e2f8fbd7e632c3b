; Broken: a function cannot be passed metadata
define void @f(ptr %list) {
  %next = va_arg ptr %list, metadata
  ret void
}
; Near miss: an intrinsic can
declare i64 @llvm.read_register.i64(metadata)

define i64 @f() {
  %stack = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %stack
}

!0 = !{!"sp"}
