; Broken: there is no metadata at run time that could be passed to a function
define void @f(ptr %list) {
  %next = va_arg ptr %list, metadata
  ret void
}
; Near miss: metadata is passed to an intrinsic as it stands
declare i64 @llvm.read_register.i64(metadata)

define i64 @f() {
  %stack = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %stack
}

!0 = !{!"sp"}
