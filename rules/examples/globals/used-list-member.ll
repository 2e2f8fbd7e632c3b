; Broken: an address in the middle of a variable.
@kept = global [2 x i32] zeroinitializer
@llvm.compiler.used = appending global [1 x ptr] [ptr getelementptr (i8, ptr @kept, i64 4)]

; Near miss: the variable itself, though cast.
@kept = addrspace(1) global [2 x i32] zeroinitializer
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @kept to ptr)]
