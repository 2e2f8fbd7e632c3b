; Broken: a function is not null, whatever it is.
; Broken: add nonnull to @find
declare ptr @find(i32)

; Near miss: its result is not null.
declare nonnull ptr @find(i32)
