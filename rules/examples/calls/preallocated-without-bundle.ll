; Broken: no memory was set up for the argument
declare void @g(ptr preallocated(i32))

define void @f(ptr %p) {
  call void @g(ptr preallocated(i32) %p)
  ret void
}
; Near miss: the caller passes on the memory that it received
declare void @g(ptr preallocated(i32))

define void @f(ptr preallocated(i32) %p) {
  musttail call void @g(ptr preallocated(i32) %p)
  ret void
}
