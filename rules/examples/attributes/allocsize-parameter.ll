; Broken: there is no second parameter.
declare ptr @make(i64) allocsize(0, 1)

; Near miss: the parameters are the size and the number of elements.
declare ptr @make(i64, i32) allocsize(0, 1)
