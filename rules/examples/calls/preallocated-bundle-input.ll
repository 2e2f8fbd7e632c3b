; Broken: no call set up the argument
declare void @g(ptr preallocated(i32))

define void @f(ptr %p) {
  call void @g(ptr preallocated(i32) %p) [ "preallocated"(token none) ]
  ret void
}
; Near miss: a call set it up
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))

define void @f() {
  %setup = call token @llvm.call.preallocated.setup(i32 1)
  %place = call ptr @llvm.call.preallocated.arg(token %setup, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %place) [ "preallocated"(token %setup) ]
  ret void
}
