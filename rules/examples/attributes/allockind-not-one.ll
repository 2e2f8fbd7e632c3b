; Broken: it cannot be both.
declare ptr @give(ptr) allockind("alloc,free")

; Near miss: this is called realloc.
declare ptr @give(ptr) allockind("realloc")
