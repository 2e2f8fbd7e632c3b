; Broken: no memory is handed out that could be zeroed.
declare void @drop(ptr) allockind("free,zeroed")

; Near miss: here it is.
declare ptr @make(i64) allockind("alloc,zeroed")
