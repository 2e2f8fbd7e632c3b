; Broken: a parameter follows.
declare void @call(ptr inalloca(i32), i32)

; Near miss: it is the last.
declare void @call(i32, ptr inalloca(i32))
