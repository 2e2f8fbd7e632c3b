; Broken: there is no symbol `table` in the symbol table.
target triple = "x86_64-pc-windows-msvc"

$table = comdat any

@table = private constant [2 x i32] [i32 1, i32 2], comdat

; Near miss: internal symbols are in the symbol table.
target triple = "x86_64-pc-windows-msvc"

$table = comdat any

@table = internal constant [2 x i32] [i32 1, i32 2], comdat
