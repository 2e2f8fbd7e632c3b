; Broken: an i64 cannot be initialised by a float.
; Broken: set initializer of @limit to initializer of @ratio
@limit = global i64 80
@ratio = global float 5.0e-1

; Near miss: the same bits, as an integer.
@limit = global i64 80
@ratio = global i32 1056964608
