; Broken: a function cannot be of both kinds.
declare ptr @give(ptr) allockind("alloc,free")

; Near miss: the kind is `realloc`.
declare ptr @give(ptr) allockind("realloc")
