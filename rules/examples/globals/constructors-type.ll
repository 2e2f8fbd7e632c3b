; Broken: the form of long ago, without the data that a constructor goes with.
@llvm.global_ctors = appending global [1 x { i32, ptr }] [{ i32, ptr } { i32 1, ptr @start }]

define internal void @start() {
  ret void
}

; Near miss: with a null pointer for no data.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @start, ptr null }]

define internal void @start() {
  ret void
}
