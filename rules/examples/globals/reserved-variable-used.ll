; Broken: there is no variable to load from.
@kept = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @kept]

define ptr @first() {
  %first = load ptr, ptr @llvm.used
  ret ptr %first
}

; Near miss: a list with another name.
@kept = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @kept]
@list = global [1 x ptr] [ptr @kept]

define ptr @first() {
  %first = load ptr, ptr @list
  ret ptr %first
}
