; Broken: `clear` does not promise zeroed memory.
declare ptr @make(i64) allockind("alloc") "alloc-family"="heap" "alloc-variant-zeroed"="clear"
declare ptr @clear(i64) allockind("alloc") "alloc-family"="heap"

; Near miss: here it does.
declare ptr @make(i64) allockind("alloc") "alloc-family"="heap" "alloc-variant-zeroed"="clear"
declare ptr @clear(i64) allockind("alloc,zeroed") "alloc-family"="heap"
