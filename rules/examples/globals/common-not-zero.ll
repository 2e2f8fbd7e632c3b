; Broken: nobody writes the 1 to the object file.
@errors = common global i32 1

; Near miss: zero is what common memory starts out as.
@errors = common global i32 0
