; Broken: integers cannot be appended.
@count = appending global i32 1

; Near miss: arrays can.
@counts = appending global [1 x i32] [i32 1]
