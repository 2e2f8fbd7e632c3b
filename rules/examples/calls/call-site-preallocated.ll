; Broken: @g does not return the address of an argument
declare ptr @g()

define void @f() {
  %place = call ptr @g() preallocated(i32)
  ret void
}
; Near miss: `llvm.call.preallocated.arg` does
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))

define void @f() {
  %setup = call token @llvm.call.preallocated.setup(i32 1)
  %place = call ptr @llvm.call.preallocated.arg(token %setup, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %place) [ "preallocated"(token %setup) ]
  ret void
}
