; Broken: `nonnull` does not apply to a function.
; Broken: add nonnull to @find
declare ptr @find(i32)

; Near miss: the return value is not null.
declare nonnull ptr @find(i32)
