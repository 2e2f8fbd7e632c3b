; Broken: integers are not addresses.
@llvm.used = appending global [1 x i64] [i64 4096]

; Near miss: a pointer.
@kept = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @kept]
