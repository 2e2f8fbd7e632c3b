; Broken: all threads have the same
@counter = global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define ptr @f() {
  %address = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  ret ptr %address
}
; Near miss: each thread has its own
@counter = thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define ptr @f() {
  %address = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  ret ptr %address
}
