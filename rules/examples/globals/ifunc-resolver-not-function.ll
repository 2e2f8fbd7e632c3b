; Broken: a table of functions cannot be called.
@copy = ifunc void (), ptr @table
@table = global [1 x ptr] [ptr null]

; Near miss: the resolver reads the function from the table.
@copy = ifunc void (), ptr @choose
@table = global [1 x ptr] [ptr null]

define ptr @choose() {
  %function = load ptr, ptr @table
  ret ptr %function
}
