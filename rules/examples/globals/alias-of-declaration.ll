; Broken: `original` is in another object file.
@original = external global i32
@copy = alias i32, ptr @original

; Near miss: here it is defined.
@original = global i32 1
@copy = alias i32, ptr @original
