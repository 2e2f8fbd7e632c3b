; Broken: `objc_release` does not take over the returned object
declare ptr @g()
declare void @objc_release(ptr)

define void @f() {
  call ptr @g() [ "clang.arc.attachedcall"(ptr @objc_release) ]
  ret void
}
; Near miss: the intrinsic represents the function of the runtime
declare ptr @g()
declare ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue(ptr)

define void @f() {
  call ptr @g() [ "clang.arc.attachedcall"(ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue) ]
  ret void
}
