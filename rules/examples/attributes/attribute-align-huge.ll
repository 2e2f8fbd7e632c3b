; Broken: aligned to 8 GiB.
; Broken: add align(8589934592) to parameter 0 of @take
declare void @take(ptr)

; Near miss: aligned to 4 GiB.
declare void @take(ptr align 4294967296)
