; Broken: bounds of 32 bits for a parameter of 64 bits.
declare void @roll(i64 range(i32 1, 7))

; Near miss: lanes of 32 bits.
declare void @roll(<2 x i32> range(i32 1, 7))
