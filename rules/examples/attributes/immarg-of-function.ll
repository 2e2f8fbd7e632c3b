; Broken: a function cannot require a constant.
declare void @shift(i32, i32 immarg)

; Near miss: it can give the range of values that it expects.
declare void @shift(i32, i32 range(i32 0, 32))
