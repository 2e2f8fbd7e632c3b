; Broken: an integer is not an object
declare i64 @g()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)

define void @f() {
  call i64 @g() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret void
}
; Near miss: the function does not return
declare void @g() noreturn
declare ptr @objc_retainAutoreleasedReturnValue(ptr)

define void @f() {
  call void @g() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  unreachable
}
