; Broken: the alias is not emitted, but the variable is.
@value = global i32 1
@name = available_externally alias i32, ptr @value

; Near miss: neither is emitted.
@value = available_externally global i32 1
@name = available_externally alias i32, ptr @value
