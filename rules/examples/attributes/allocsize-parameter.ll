; Broken: there is no second parameter.
declare ptr @make(i64) allocsize(0, 1)

; Near miss: the size of an element, and their number.
declare ptr @make(i64, i32) allocsize(0, 1)
