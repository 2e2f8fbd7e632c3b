; Broken: 4 GiB in a stack frame.
declare void @take(ptr byval([4294967296 x i8]))

; Near miss: one byte less.
declare void @take(ptr byval([4294967295 x i8]))
