; Broken: a function cannot ask for a constant.
declare void @shift(i32, i32 immarg)

; Near miss: it can say which values it expects.
declare void @shift(i32, i32 range(i32 0, 32))
