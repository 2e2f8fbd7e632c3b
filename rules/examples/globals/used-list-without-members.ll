; Broken: an empty list.
@llvm.used = appending global [0 x ptr] zeroinitializer

; Near miss: a list of one.
@kept = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @kept]
