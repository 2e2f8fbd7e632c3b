; Broken: `clear` does not return zeroed memory.
declare ptr @make(i64) allockind("alloc") "alloc-family"="heap" "alloc-variant-zeroed"="clear"
declare ptr @clear(i64) allockind("alloc") "alloc-family"="heap"

; Near miss: `clear` returns zeroed memory.
declare ptr @make(i64) allockind("alloc") "alloc-family"="heap" "alloc-variant-zeroed"="clear"
declare ptr @clear(i64) allockind("alloc,zeroed") "alloc-family"="heap"
