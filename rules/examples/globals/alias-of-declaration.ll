; Broken: `original` is in another module.
@original = external global i32
@copy = alias i32, ptr @original

; Near miss: it is defined in this module.
@original = global i32 1
@copy = alias i32, ptr @original
