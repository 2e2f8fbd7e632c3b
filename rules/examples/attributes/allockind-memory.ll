; Broken: no memory is allocated that could be zeroed.
declare void @drop(ptr) allockind("free,zeroed")

; Near miss: the function allocates memory.
declare ptr @make(i64) allockind("alloc,zeroed")
