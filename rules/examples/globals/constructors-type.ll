; Broken: the old form without associated data.
@llvm.global_ctors = appending global [1 x { i32, ptr }] [{ i32, ptr } { i32 1, ptr @start }]

define internal void @start() {
  ret void
}

; Near miss: a null pointer for the associated data.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @start, ptr null }]

define internal void @start() {
  ret void
}
