; Broken: another module may initialise it.
@limit = common constant i32 0

; Near miss: a variable.
@limit = common global i32 0
