; Broken: the object file does not contain the 1.
@errors = common global i32 1

; Near miss: common memory is zero-initialised.
@errors = common global i32 0
