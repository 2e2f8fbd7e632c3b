; Broken: an internal list is not concatenated with other lists.
@llvm.global_ctors = internal global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]

define internal void @start() {
  ret void
}

; Near miss: it is concatenated.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]

define internal void @start() {
  ret void
}
