; Broken: a variable without a name cannot be referred to.
@0 = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @0]

; Near miss: a name.
@kept = internal global i32 1
@llvm.used = appending global [1 x ptr] [ptr @kept]
